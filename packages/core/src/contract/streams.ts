import type { CatalogRows } from "../catalog/catalog.ts";
import { type ErrorObject, isContractError } from "../contract-error.ts";
import type { Fault } from "../fault.ts";
import { type BrokenStream, cancelledEvent, lastEvents } from "../stream/last-events.ts";
import type { RequestFacts } from "../wire.ts";
import type { ErrorReport } from "./report.ts";

/** What the end of a stream needs of its contract. */
export interface StreamContext {
  readonly nullCancelledError: boolean;
  fault(thrown: unknown, facts: RequestFacts): Fault;
  error(fault: Fault, facts: RequestFacts): ErrorObject;
  report(
    fault: Fault,
    facts: RequestFacts,
    thrown: unknown,
    outcome: ErrorReport["outcome"],
    code: string | null,
  ): void;
  /** Whether the end of a request's connection was told of before. */
  wasOver(facts: RequestFacts): boolean;
}

/** How far the stream has come: still open, ended whole, or without its client. */
export type StreamState = "open" | "over" | "gone";

/** Whether an error says how a task ended, which is no failure of the request. */
export function endsTask(thrown: unknown, catalog: CatalogRows): boolean {
  const where = isContractError(thrown) ? catalog.row(thrown.code)?.where : undefined;
  return where === "failed_task" || where === "cancelled_task";
}

/** The last events of a stream that fails by `thrown`, which is reported; `undefined` when there is nobody to read them. */
export function endOfStream(
  context: StreamContext,
  thrown: unknown,
  facts: RequestFacts,
  stream: BrokenStream,
  state: StreamState,
): string | undefined {
  const fault = context.fault(thrown, facts);
  const cancelled = fault.row.where === "cancelled_task";
  if (state === "gone") {
    if (!context.wasOver(facts)) context.report(fault, facts, thrown, "aborted", null);
    return undefined;
  }
  const error = context.error(fault, facts);
  if (!cancelled) context.report(fault, facts, thrown, state === "over" ? "late" : "streamed", error.code);
  if (state === "over") return undefined;
  if (!cancelled) return lastEvents(error, stream);
  return cancelledEvent(context.nullCancelledError ? null : error, stream);
}
