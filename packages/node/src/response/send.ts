import type { ServerResponse } from "node:http";
import { constants } from "node:http2";
import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { hasBegun, interceptionOf, writeAnswer } from "../interception/index.ts";
import { type NodeRequest, requestContext } from "../request/request-context.ts";
import { BEGUN_STREAMS } from "./begun-streams.ts";

/** Writes a finished answer as it is. Fields that describe another body or name the machinery go, others that were set stay. */
export function sendResponse(response: ServerResponse, wire: ErrorResponse): void {
  writeAnswer(response, wire);
}

/**
 * Says that the framework itself is about to send an answer of the contract's, so that its hooks run. Whatever they make
 * of it, the client gets this answer, or the same one compressed.
 */
export function expectResponse(response: ServerResponse, wire: ErrorResponse): void {
  const interception = interceptionOf(response);
  if (interception === undefined) return;
  interception.expected = wire;
  // A reason phrase that somebody set may be one that Node refuses.
  if (!interception.isHttp2 && response.statusMessage) response.statusMessage = "";
}

/**
 * Answers anything that was thrown: a stream of events that has begun ends by it. When it is too late for an answer, the
 * connection is closed, unless one left whole.
 */
export function sendError(contract: Contract, thrown: unknown, request: NodeRequest, response: ServerResponse): void {
  const events = BEGUN_STREAMS.get(response);
  if (events !== undefined) {
    events.fail(thrown);
    return;
  }
  const wire = contract.respond(thrown, requestContext(request, response));
  if (wire !== undefined) sendResponse(response, wire);
  else abort(response);
}

/** Breaks off an answer that has not left whole, so that the client sees that it is not. */
export function abort(response: ServerResponse): void {
  if (response.writableEnded) return;
  // A stream of HTTP/2 that is merely destroyed ends as if it were complete.
  const { stream } = response as ServerResponse & { readonly stream?: { close(code: number): void } };
  if (stream === undefined) response.destroy();
  else stream.close(constants.NGHTTP2_INTERNAL_ERROR);
}

/** Whether something else has begun an answer, none of which has left yet. */
export function isBuffering(response: ServerResponse): boolean {
  return hasBegun(response);
}
