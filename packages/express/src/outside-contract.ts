import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { responderOf } from "@uhp-errors/node";
import type { ExpressErrorMiddleware } from "./middleware.ts";
import { OURS } from "./mounting.ts";

/**
 * Wraps an error handler, so that it only gets errors of requests that the contract does not apply to. An error of any
 * other request goes on to `next`, and so to the contract's own error handler. Use it for a framework on top of Express
 * that mounts its own final error handler.
 *
 * @param handler The error handler to wrap. It still gets all four arguments.
 * @throws TypeError if it does not get a contract.
 * @example
 * app.use(outsideContract(contract, renderErrorPage));
 * @experimental
 */
export function outsideContract(contract: Contract, handler: ExpressErrorMiddleware): ExpressErrorMiddleware {
  expectContract(contract, "outsideContract");
  // Express recognizes an error handler by its four parameters. So all of them must be declared.
  const onError: ExpressErrorMiddleware = function uhpOutside(error, request, response, next) {
    if (responderOf(contract, request, response) === undefined) handler(error, request, response, next);
    else next(error);
  };
  OURS.add(onError);
  return onError;
}
