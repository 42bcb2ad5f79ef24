import type { Contract } from "@uhp-errors/core";
import { type Responder, responderOf } from "@uhp-errors/web";
import type { Context } from "hono";
import { requestOf } from "./request-context.ts";

/** What answers a request; `undefined` when the contract does not apply to it. */
export function responderFor(contract: Contract, c: Context): Responder | undefined {
  return responderOf(contract, requestOf(c));
}

/** Makes an answer of the contract's the response. Of the headers that were set before, those stay which an error may keep. */
export function put(c: Context, responder: Responder, answer: Response): Response {
  return replace(c, responder.keep(answer, c.res.headers));
}

/** Makes a response the response. Hono would add the headers of the one before. */
export function replace(c: Context, response: Response): Response {
  c.res = undefined;
  c.res = response;
  return response;
}
