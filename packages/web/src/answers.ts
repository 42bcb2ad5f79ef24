import type { ErrorResponse } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { privateStore } from "@uhp-errors/core/internal";
import { closeOff } from "./node-response.ts";
import { type Answer, answerOf, type Exchange } from "./request-context.ts";
import { NOBODY } from "./status.ts";

/** The responses that contracts made, which leave as they are. The one for a client that has left answers nothing. */
const OWN = privateStore<Response, Answer | "nothing">();

/**
 * Whether a contract made a response. A handler may return one, for example that of a stream that was refused, or that
 * of an inner handler, which may have another contract.
 */
export function isOwn(response: Response): boolean {
  return OWN.get(response) !== undefined;
}

/** Returns what a contract made a response of; `undefined` for any other response. */
export function answerIn(response: Response): Answer | undefined {
  const made = OWN.get(response);
  return made === "nothing" ? undefined : made;
}

/** Makes a `Response` of one of the contract's error responses. */
export function makeResponse(
  contract: AdapterContract,
  error: ErrorResponse,
  context: Exchange,
  kept?: Headers,
): Response {
  const { status, headers, body } = error;
  if (kept !== undefined) for (const [name, value] of Object.entries(headers)) kept.set(name, value);
  const response = new Response(context.method === "HEAD" ? null : body, { status, headers: kept ?? headers });
  const { answer } = context;
  context.answer = { contract, error, earlier: answer?.contract === contract ? answer.earlier : answer };
  OWN.setOnce(response, context.answer);
  return response;
}

/**
 * Returns the response to a thrown value. If the client has left, or if the handler has begun a response on Node's own,
 * that is an empty one with status 499, which is never sent.
 */
export function answerTo(contract: AdapterContract, thrown: unknown, context: Exchange): Response {
  const { node } = context;
  // The same error may arrive twice. It is handled once, and both times gets the same response.
  const error = contract.respond(thrown, context) ?? answerOf(context, contract);
  if (node?.headersSent === true) {
    context.progress = "by hand";
    closeOff(node);
  } else if (error !== undefined) return makeResponse(contract, error, context);
  const nothing = new Response(null, { status: NOBODY });
  OWN.setOnce(nothing, "nothing");
  return nothing;
}
