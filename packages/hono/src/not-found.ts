import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { dryRunOf } from "@uhp-errors/web/internal";
import type { NotFoundHandler } from "hono";
import { allowedMethods, type RoutedHonoApp } from "./allowed-methods.ts";
import { put, responderFor } from "./answer.ts";
import { honosNotFoundHandler } from "./honos-own.ts";
import { originalRequest } from "./request-context.ts";

/**
 * Makes a handler for `app.notFound`, for requests without a route. It responds with 405 and `Allow` if the app has
 * routes for other methods at the address, and with 404 otherwise.
 *
 * @param others Answers requests that the contract does not apply to. If left out, Hono's own handling applies.
 * @throws TypeError if it gets anything but a contract and an app.
 * @example
 * app.notFound(uhpNotFoundHandler(contract, app));
 */
export function uhpNotFoundHandler(
  contract: Contract,
  app: RoutedHonoApp,
  others: NotFoundHandler = honosNotFoundHandler,
): NotFoundHandler {
  expectContract(contract, "uhpNotFoundHandler");
  if (!Array.isArray(app?.routes)) throw new TypeError("uhpNotFoundHandler: expected an app, after the contract");
  return function uhpNotFound(c) {
    if (contract.reportOnly) {
      dryRunOf(contract, originalRequest(c))?.noteNotFound(allowedMethods(app, c));
      return others(c);
    }
    const responder = responderFor(contract, c);
    if (responder !== undefined) return put(c, responder, responder.notFound(allowedMethods(app, c)));
    return others(c);
  };
}
