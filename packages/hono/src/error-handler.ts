import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { observationOf } from "@uhp-errors/web/internal";
import type { ErrorHandler } from "hono";
import { answerFor, responderFor } from "./answer.ts";
import { copyOf, FIRST_ERROR, honosErrorHandler, responseIn } from "./honos-own.ts";
import { honoRequestOf, requestOf } from "./request-context.ts";

/**
 * Makes an error handler for `app.onError`. It responds to each error with the contract.
 *
 * @param others Answers errors of requests that the contract does not apply to. If left out, Hono's own handling
 * applies.
 * @throws TypeError if it gets anything but a contract.
 * @example
 * app.onError(uhpErrorHandler(contract));
 */
export function uhpErrorHandler(contract: Contract, others: ErrorHandler = honosErrorHandler): ErrorHandler {
  expectContract(contract, "uhpErrorHandler");
  if (contract.reportOnly) return observing(contract, others);
  return function uhpOnError(error, c) {
    const responder = responderFor(contract, c);
    if (responder === undefined) return others(error, c);
    const response = responseIn(error);
    // A thrown redirect is not a failure.
    if (response !== undefined && response.status < FIRST_ERROR) return copyOf(response, c);
    honoRequestOf(c).thrownStatus = response?.status;
    const answer = answerFor(c, responder, responder.respond(error));
    // Hono would add the headers of the previous response to what is returned.
    c.res = undefined;
    return answer;
  };
}

/** Makes the handler for a contract that only reports: the other handler responds. */
function observing(contract: AdapterContract, others: ErrorHandler): ErrorHandler {
  return function uhpOnError(error, c) {
    const { status } = responseIn(error) ?? {};
    honoRequestOf(c).thrownStatus = status;
    if (status === undefined || status >= FIRST_ERROR) observationOf(contract, requestOf(c))?.thrown(error);
    return others(error, c);
  };
}
