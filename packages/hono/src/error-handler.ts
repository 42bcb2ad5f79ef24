import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import type { ErrorHandler } from "hono";
import { responderFor } from "./answer.ts";
import { honosErrorHandler } from "./honos-own.ts";

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
    const answer = responder.keep(responder.respond(error), c.res.headers);
    // Hono takes what is returned, and would add the headers of the response before.
    c.res = undefined;
    return answer;
  };
}
