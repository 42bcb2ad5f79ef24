import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { dryRunOf } from "@uhp-errors/web/internal";
import type { ErrorHandler } from "hono";
import { answerFor, responderFor } from "./answer.ts";
import { copyResponse, FIRST_ERROR, honosErrorHandler, responseIn } from "./honos-own.ts";
import { requestInHono } from "./request-context.ts";

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
  return function uhpOnError(error, c) {
    const request = requestInHono(c);
    const response = responseIn(error);
    // A thrown redirect is not a failure.
    const isFailure = response === undefined || response.status >= FIRST_ERROR;
    if (isFailure) request.thrownStatus = response?.status;
    if (contract.reportOnly) {
      if (isFailure) dryRunOf(contract, request.request)?.note(error);
      return others(error, c);
    }
    const responder = responderFor(contract, c);
    if (responder === undefined) return others(error, c);
    if (!isFailure) return copyResponse(response, c);
    const answer = answerFor(c, responder, responder.respond(error));
    // Hono would add the headers of the previous response to what is returned.
    c.res = undefined;
    return answer;
  };
}
