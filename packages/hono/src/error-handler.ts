import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import type { ErrorHandler } from "hono";
import { answerFor, responderFor } from "./answer.ts";
import { copyOf, FIRST_ERROR, honosErrorHandler, responseIn } from "./honos-own.ts";
import { honoRequestOf } from "./request-context.ts";

/**
 * Makes what `app.onError` takes: a handler that answers each error by the contract.
 *
 * @param others Answers errors of requests that the contract does not apply to. As Hono does by itself when it is left out.
 * @throws TypeError when it gets anything but a contract.
 * @example
 * app.onError(uhpErrorHandler(contract));
 */
export function uhpErrorHandler(contract: Contract, others: ErrorHandler = honosErrorHandler): ErrorHandler {
  expectContract(contract, "uhpErrorHandler");
  return function uhpOnError(error, c) {
    const responder = responderFor(contract, c);
    if (responder === undefined) return others(error, c);
    const response = responseIn(error);
    // A redirect that is thrown is no failure.
    if (response !== undefined && response.status < FIRST_ERROR) return copyOf(response, c);
    honoRequestOf(c).thrownStatus = response?.status;
    const answer = answerFor(c, responder, responder.respond(error));
    // Hono takes what is returned, and would add the headers of the response before.
    c.res = undefined;
    return answer;
  };
}
