import type { ServerResponse } from "node:http";
import { constants, type ServerHttp2Stream } from "node:http2";
import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { respondTo } from "../interception/ask.ts";
import { writeAnswer } from "../interception/index.ts";
import { clearReason } from "../interception/replace.ts";
import { onceBodyLeft } from "../interception/trailers.ts";
import type { NodeRequestContext } from "../request/exchange.ts";
import { hasBegun, interceptionOf, nothingLeft } from "../request/progress.ts";
import { BEGUN_STREAMS } from "./begun-streams.ts";

/** Sends a complete response. Headers that describe another body or name the machinery go; others that were set stay. */
export function sendResponse(response: ServerResponse, error: ErrorResponse): void {
  writeAnswer(response, error);
}

/**
 * Lets the framework itself send a response of the contract's, so that its hooks run. Whatever they make of it, the client
 * gets this response, or the same one compressed.
 */
export function allowResponse(response: ServerResponse, error: ErrorResponse): void {
  const interception = interceptionOf(response);
  if (interception === undefined) return;
  interception.expected = error;
  // A reason phrase that somebody set may be one that Node refuses.
  clearReason(response);
}

/** The response of the contract's that a framework was handed, while nothing of it has left; `undefined` when there is none. */
export function heldResponse(response: ServerResponse): ErrorResponse | undefined {
  return nothingLeft(response) ? interceptionOf(response)?.expected : undefined;
}

/**
 * Answers anything that was thrown. It ends a stream of events that has begun. When it is too late for a response, the
 * connection is closed, unless a response was sent whole.
 */
export function answerError(contract: Contract, thrown: unknown, context: NodeRequestContext): void {
  const { response } = context;
  const events = BEGUN_STREAMS.get(response);
  if (events !== undefined) {
    events.fail(thrown);
    return;
  }
  const error = respondTo(contract, thrown, context);
  if (error !== undefined) sendResponse(response, error);
  else abortResponse(response);
}

/**
 * Breaks off a response that was not sent whole, so that the client sees that it is not. What was written before arrives: Node
 * still keeps what was written in the same turn.
 */
export function abortResponse(response: ServerResponse): void {
  if (response.writableEnded || response.destroyed) return;
  const interception = interceptionOf(response);
  if (interception !== undefined) interception.isBroken = true;
  const { stream, socket, req } = response as ServerResponse & { readonly stream?: ServerHttp2Stream };
  if (stream !== undefined) {
    // A stream of HTTP/2 that is merely destroyed ends as if it were complete.
    const close = () => stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    const isAsked = (interception?.storedStatus ?? 0) > 0;
    if (isAsked) {
      onceBodyLeft(stream, close);
      stream.end();
    } else close();
  } else if (socket !== null) {
    socket.destroySoon();
  } else if (req.socket.destroyed) {
    response.destroy();
  } else {
    // A response that waits for its turn hands over what was written after this event.
    response.once("socket", () => process.nextTick(abortResponse, response));
  }
}

/** Whether something else has begun a response, of which nothing was sent yet. */
export function isBuffering(response: ServerResponse): boolean {
  return hasBegun(response);
}
