import { chosenStatus, phaseOf, type RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import { mappingOfParserError, mappingOfStatus } from "../recognize/index.ts";
import { FactsOfRequest } from "./mapping-context.ts";
import type { Pipeline } from "./pipeline.ts";
import { internalError, type ResolvedError, resolveMapping } from "./resolved-error.ts";

/** The response to anything that was thrown; `undefined` when it is too late for one. */
export function respondToThrown(
  pipeline: Pipeline,
  thrown: unknown,
  context: RequestContext,
): ErrorResponse | undefined {
  const state = pipeline.state(context);
  if (state.hasSeen(thrown)) return undefined;
  state.markSeen(thrown);
  const phase = phaseOf(context);
  const resolved = pipeline.resolve(thrown, context);
  // A parser may also have read another service's response; then it is not our client that left.
  if (phase === "gone" || (phase === undefined && resolved.aborted)) {
    pipeline.reportAborted(resolved, context, thrown);
    return undefined;
  }
  if (phase === undefined || phase === "open") {
    return pipeline.respond(withStatusSet(pipeline, resolved, thrown, context), context, thrown);
  }
  pipeline.report(
    resolved,
    context,
    thrown,
    phase === "started" ? "cut" : "late",
    pipeline.shownCode(resolved, context),
  );
  return undefined;
}

/** An unknown error says nothing. An error status that the service itself had set does, as a bare response with it would. */
function withStatusSet(
  pipeline: Pipeline,
  resolved: ResolvedError,
  thrown: unknown,
  context: RequestContext,
): ResolvedError {
  if (resolved.origin !== "unknown") return resolved;
  const status = chosenStatus(context, thrown);
  if (status === undefined) return resolved;
  const { origin, withheld } = resolved;
  const mapping = mappingOfStatus(status, new FactsOfRequest(context));
  return resolveMapping(mapping, pipeline.catalog, { origin, withheld });
}

/** The response to a request that the HTTP parser refused; `undefined` when the client has left. */
export function respondToParserError(
  pipeline: Pipeline,
  error: unknown,
  context: RequestContext,
): ErrorResponse | undefined {
  const mapping = mappingOfParserError(error);
  const state = pipeline.state(context);
  // The adapter's own listener for the connection hears of the same error.
  state.markSeen(error);
  if (mapping !== "aborted") {
    // The code that reads the request's body learns that it ended; one report is enough.
    state.isClosedReported = true;
    return pipeline.respond(resolveMapping(mapping, pipeline.catalog), context, error);
  }
  pipeline.reportAborted(internalError(pipeline.catalog, {}), context, error);
  return undefined;
}
