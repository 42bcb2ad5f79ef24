import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import type { NotFoundHandler } from "hono";
import { allowedMethods, type RoutedHonoApp } from "./allowed-methods.ts";
import { put, responderFor } from "./answer.ts";
import { honosNotFoundHandler } from "./honos-own.ts";

/**
 * Makes what `app.notFound` takes: a handler for requests that no route took. It answers 405 with `Allow` where the app has routes at the
 * address for other methods, and 404 otherwise.
 *
 * @param others Answers requests that the contract does not apply to. As Hono does by itself when it is left out.
 * @throws TypeError when it gets anything but a contract and an app.
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
    const responder = responderFor(contract, c);
    if (responder !== undefined) return put(c, responder, responder.notFound(allowedMethods(app, c)));
    return others(c);
  };
}
