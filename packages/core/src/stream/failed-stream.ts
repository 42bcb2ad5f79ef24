import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { isContractError } from "../errors/contract-error.ts";
import { phaseOf, type RequestContext } from "../http/request-context.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { cancelledEvent, type FailingStream, lastEvents } from "./last-events.ts";

/** How far the stream has come: still open, ended whole, or without its client. */
export type StreamState = "open" | "over" | "gone";

/** Whether an error says how a task ended, which is no failure of the request. */
export function endsTask(thrown: unknown, catalog: AnyCatalog): boolean {
  const where = isContractError(thrown) ? catalog.definition(thrown.code)?.where : undefined;
  return where === "failed_task" || where === "cancelled_task";
}

/** The last events of a stream that fails, which is reported; `undefined` when the client has left. */
export function failStream(
  pipeline: Pipeline,
  thrown: unknown,
  context: RequestContext,
  stream: FailingStream,
  given: StreamState,
): string | undefined {
  const known = pipeline.state(context);
  const state = phaseOf(context) === "gone" ? "gone" : given;
  // A handler may throw the very error that it handed to its stream.
  const isRepeated = known.hasSeen(thrown);
  known.markSeen(thrown);
  if (isRepeated && state !== "open") return undefined;
  const resolved = pipeline.resolve(thrown, context, true);
  if (state === "gone") {
    pipeline.reportAborted(resolved, context, thrown);
    return undefined;
  }
  const error = pipeline.errorObject(resolved, context);
  const isCancelled = resolved.definition.where === "cancelled_task";
  if (!isCancelled) pipeline.report(resolved, context, thrown, state === "over" ? "late" : "streamed", error.code);
  if (state === "over") return undefined;
  if (!isCancelled) return lastEvents(error, stream);
  return cancelledEvent(pipeline.settings.nullCancelledError ? null : error, stream);
}
