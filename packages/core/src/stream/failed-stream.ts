import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { isContractError } from "../errors/contract-error.ts";
import { phaseOf, type RequestContext } from "../http/request-context.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { cancelledEvent, type FailingStream, lastEvents } from "./last-events.ts";

/** The state of a stream: still open, properly ended, or abandoned by its client. */
export type StreamState = "open" | "over" | "gone";

/** Whether an error states how a task ended, which is not a failure of the request. */
export function endsTask(thrown: unknown, catalog: AnyCatalog): boolean {
  const where = isContractError(thrown) ? catalog.definition(thrown.code)?.where : undefined;
  return where === "failed_task" || where === "cancelled_task";
}

/** Reports the failure of a stream and returns its last events; `undefined` if nothing can be sent. */
export function failStream(
  pipeline: Pipeline,
  thrown: unknown,
  context: RequestContext,
  stream: FailingStream,
  stateOfStream: StreamState,
): string | undefined {
  const known = pipeline.state(context);
  const state = phaseOf(context) === "gone" ? "gone" : stateOfStream;
  // A handler may throw the same error that it passed to its stream.
  const isRepeated = known.noteThrown(thrown);
  if (isRepeated && state !== "open") return undefined;
  const resolved = pipeline.resolve(thrown, context, "task");
  if (state === "gone") {
    pipeline.reportAborted(resolved, known, thrown);
    return undefined;
  }
  const error = pipeline.errorObject(resolved, known);
  const isCancelled = resolved.definition.where === "cancelled_task";
  if (!isCancelled) pipeline.report(resolved, known, thrown, state === "over" ? "late" : "streamed", error.code);
  if (state === "over") return undefined;
  if (!isCancelled) return lastEvents(error, stream);
  return cancelledEvent(pipeline.settings.nullCancelledError ? null : error, stream);
}
