import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { notes } from "@uhp-errors/core/adapter";
import { answerOf, type Exchange } from "./request-context.ts";
import { NOBODY } from "./status.ts";

/** The contract's own answers, which leave as they are. */
const OWN = notes<Response, Contract>();

/** Whether a response is the contract's own answer: a stream's that was refused, or a handler's inside another. */
export function isOwn(contract: Contract, response: Response): boolean {
  return OWN.get(response) === contract;
}

/** A response of the contract's, as the fetch standard has it. */
export function responseOf(contract: Contract, error: ErrorResponse, context: Exchange, kept?: Headers): Response {
  const { status, headers, body } = error;
  if (kept !== undefined) for (const [name, value] of Object.entries(headers)) kept.set(name, value);
  const response = new Response(context.method === "HEAD" ? null : body, { status, headers: kept ?? headers });
  OWN.put(response, contract);
  const { answer } = context;
  context.answer = { contract, error, earlier: answer?.contract === contract ? answer.earlier : answer };
  return response;
}

/** The response to anything that was thrown. */
export function answerTo(contract: Contract, thrown: unknown, context: Exchange): Response {
  // What comes by two ways is dealt with once, and has the same answer both times.
  const error = contract.respond(thrown, context) ?? answerOf(context, contract);
  if (error !== undefined) return responseOf(contract, error, context);
  const nothing = new Response(null, { status: NOBODY });
  OWN.put(nothing, contract);
  return nothing;
}
