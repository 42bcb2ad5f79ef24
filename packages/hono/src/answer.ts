import type { Contract } from "@uhp-errors/core";
import { type Responder, responderOf } from "@uhp-errors/web";
import type { Context } from "hono";
import { honoRequestOf, requestOf } from "./request-context.ts";

/** What answers a request; `undefined` when the contract does not apply to it. */
export function responderFor(contract: Contract, c: Context): Responder | undefined {
  return responderOf(contract, requestOf(c));
}

/** Makes an answer of the contract's the response. Of the headers that were set before, those stay which an error may keep. */
export function put(c: Context, responder: Responder, answer: Response): Response {
  return replace(c, answerFor(c, responder, answer));
}

/**
 * An answer of the contract's with the headers that were set before. Its own ones are withheld where `uhp` still sees what leaves, since
 * Hono copies the headers of one response to the next, which may be a success.
 */
export function answerFor(c: Context, responder: Responder, answer: Response): Response {
  const isSeen = honoRequestOf(c).isSeenBy(responder.contract);
  return responder.keep(isSeen ? responder.withhold(answer) : answer, c.res);
}

/** Makes a response the response. Hono would add the headers of the one before. */
export function replace(c: Context, response: Response): Response {
  c.res = undefined;
  c.res = response;
  return response;
}
