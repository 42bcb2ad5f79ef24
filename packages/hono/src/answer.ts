import type { AdapterContract } from "@uhp-errors/core/adapter";
import { type Responder, responderOf } from "@uhp-errors/web";
import type { Context } from "hono";
import { originalRequest } from "./request-context.ts";

/** Returns the request's responder; `undefined` if the contract does not apply to the request. */
export function responderFor(contract: AdapterContract, c: Context): Responder | undefined {
  return responderOf(contract, originalRequest(c));
}

/**
 * Sets the contract's response as the context's response. Of the headers that were set before, it keeps those that an
 * error may have.
 */
export function put(c: Context, responder: Responder, answer: Response): Response {
  return replace(c, answerFor(c, responder, answer));
}

/**
 * Returns the contract's response together with the headers that were set before. If `uhp` will still see the response,
 * the contract's own headers are left out for now, because Hono copies the headers of one response to the next, which
 * may be a success.
 */
export function answerFor(c: Context, responder: Responder, answer: Response): Response {
  return responder.withEarlierHeaders(responder.isCovered ? responder.withoutHeaders(answer) : answer, c.res);
}

/** Sets the context's response. Hono itself would add the headers of the previous one. */
export function replace(c: Context, response: Response): Response {
  c.res = undefined;
  c.res = response;
  return response;
}
