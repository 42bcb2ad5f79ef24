import { phaseOf, type RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import { mappingOfParserError } from "../recognize/index.ts";
import type { Pipeline } from "./pipeline.ts";
import { internalError, resolveMapping } from "./resolved-error.ts";

/** Returns the response to anything that was thrown; `undefined` if it is too late to respond. */
export function respondToThrown(
  pipeline: Pipeline,
  thrown: unknown,
  context: RequestContext,
): ErrorResponse | undefined {
  const state = pipeline.state(context);
  if (state.noteThrown(thrown)) return undefined;
  const phase = phaseOf(context);
  const isOpen = phase === undefined || phase === "open";
  const resolved = pipeline.resolve(thrown, context, isOpen ? "response" : "report");
  // The error may come from parsing another service's response. In that case, our client has not left.
  if (phase === "gone" || (phase === undefined && resolved.aborted)) {
    pipeline.reportAborted(resolved, state, thrown);
    return undefined;
  }
  if (isOpen) return pipeline.respond(resolved, state, thrown);
  const isCut = phase === "started";
  state.wasTruncated ||= isCut;
  pipeline.report(resolved, state, thrown, isCut ? "cut" : "late", pipeline.shownCode(resolved, state));
  return undefined;
}

/** Returns the response to a request that the HTTP parser rejected; `undefined` if the client has left. */
export function respondToParserError(
  pipeline: Pipeline,
  error: unknown,
  context: RequestContext,
): ErrorResponse | undefined {
  const mapping = mappingOfParserError(error);
  const state = pipeline.state(context);
  // The adapter's own listener on the connection receives the same error.
  state.noteThrown(error);
  if (mapping !== "aborted") {
    // The code that reads the request body also sees the connection end. One report is enough.
    state.isClosedReported = true;
    return pipeline.respond(resolveMapping(mapping, pipeline.catalog), state, error);
  }
  pipeline.reportAborted(internalError(pipeline.catalog, {}), state, error);
  return undefined;
}
