import type { Contract, ErrorResponse } from "@uhp-errors/core";
import type { WebRequestContext } from "./request-context.ts";

/** Not one of HTTP's: nobody is left who could read it. */
const NOBODY = 499;

/** A response of the contract's, as the fetch standard has it. */
export function responseOf({ status, headers, body }: ErrorResponse, context: WebRequestContext, kept = new Headers()) {
  for (const [name, value] of Object.entries(headers)) kept.set(name, value);
  return new Response(context.method === "HEAD" ? null : body, { status, headers: kept });
}

/** The response to anything that was thrown. */
export function answerTo(contract: Contract, thrown: unknown, context: WebRequestContext): Response {
  const error = contract.respond(thrown, context);
  return error === undefined ? new Response(null, { status: NOBODY }) : responseOf(error, context);
}
