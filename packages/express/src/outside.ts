import type { Contract } from "@uhp-errors/core";
import { responderOf } from "@uhp-errors/node";
import type { ErrorMiddleware } from "./middleware.ts";
import { noteErrorHandler } from "./mounting.ts";

/**
 * An error handler that sees only requests which a contract does not apply to. The others it hands on, to where the contract
 * answers. For a framework on top of Express that mounts a final error handler of its own.
 *
 * @example
 * app.use(outside(contract, renderErrorPage));
 */
export function outside(contract: Contract, handler: ErrorMiddleware): ErrorMiddleware {
  // Express knows an error handler by its four parameters, so all of them must be listed.
  const onError: ErrorMiddleware = function uhpOutside(error, request, response, next) {
    if (responderOf(contract, request, response) === undefined) handler(error, request, response, next);
    else next(error);
  };
  noteErrorHandler(contract, [onError]);
  return onError;
}
