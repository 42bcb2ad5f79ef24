import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { notes } from "@uhp-errors/core/adapter";
import { answerOf, type Exchange } from "./request-context.ts";
import { NOBODY } from "./status.ts";

/** The contract's own responses. They leave as they are. */
const OWN = notes<Response, Contract>();

/**
 * Whether a response is the contract's own. A handler may return one, for example that of a stream that was refused, or
 * that of an inner handler with the same contract.
 */
export function isOwn(contract: Contract, response: Response): boolean {
  return OWN.get(response) === contract;
}

/** Makes a `Response` of one of the contract's error responses. */
export function responseOf(contract: Contract, error: ErrorResponse, context: Exchange, kept?: Headers): Response {
  const { status, headers, body } = error;
  if (kept !== undefined) for (const [name, value] of Object.entries(headers)) kept.set(name, value);
  const response = new Response(context.method === "HEAD" ? null : body, { status, headers: kept ?? headers });
  OWN.put(response, contract);
  const { answer } = context;
  context.answer = { contract, error, earlier: answer?.contract === contract ? answer.earlier : answer };
  return response;
}

/**
 * Returns the response to a thrown value. If the client has left, that is an empty one with status 499, which is never
 * sent.
 */
export function answerTo(contract: Contract, thrown: unknown, context: Exchange): Response {
  // The same error may arrive twice. It is handled once, and both times gets the same response.
  const error = contract.respond(thrown, context) ?? answerOf(context, contract);
  if (error !== undefined) return responseOf(contract, error, context);
  const nothing = new Response(null, { status: NOBODY });
  OWN.put(nothing, contract);
  return nothing;
}
