import type { Contract } from "@uhp-errors/core";
import { type AdapterContract, expectContract } from "@uhp-errors/core/adapter";
import { responderOf } from "@uhp-errors/web";
import type { ErrorHandler, MiddlewareHandler, NotFoundHandler } from "hono";
import type { RoutedHonoApp } from "./allowed-methods.ts";
import { uhpErrorHandler } from "./error-handler.ts";
import { uhp } from "./middleware.ts";
import { uhpNotFoundHandler } from "./not-found.ts";
import { type Fetch, observeApp } from "./observe.ts";

/** The parts of a Hono app that {@link install} uses. */
export interface InstallableHonoApp extends RoutedHonoApp {
  fetch: Fetch;
  use(path: string, ...middleware: MiddlewareHandler[]): unknown;
  onError(handler: ErrorHandler): unknown;
  notFound(handler: NotFoundHandler): unknown;
}

/**
 * Applies a contract to a whole app in one call: {@link uhp} before everything else, {@link uhpErrorHandler}, {@link
 * uhpNotFoundHandler}, and an `app.fetch` that never rejects. Call it right after `new Hono()`. It covers `app.request`
 * too.
 *
 * @throws TypeError if it gets anything but an app and a contract, or if the app already has routes or middleware,
 * which it could not cover.
 * @example
 * const app = new Hono();
 * install(app, contract);
 */
export function install(app: InstallableHonoApp, contract: Contract): void {
  expectContract(contract, "install");
  const { routes, fetch } = Object(app) as Partial<InstallableHonoApp>;
  if (!Array.isArray(routes) || typeof fetch !== "function") {
    throw new TypeError("install: expected an app that new Hono() made, as in install(app, contract)");
  }
  if (routes.length > 0) {
    throw new TypeError(
      "install: the app has routes or middleware already, which the contract would not cover: call install(app, contract) right after new Hono()",
    );
  }
  if (contract.reportOnly) {
    observeApp(app, contract);
    return;
  }
  // Hono's types declare it private.
  const others = Reflect.get(app, "errorHandler") as ErrorHandler | undefined;
  app.use("*", uhp(contract));
  // Hono remembers a path for routes that do not name one. Without handlers, this call only resets that path to its
  // value in a new app.
  app.use("/");
  app.onError(uhpErrorHandler(contract, others));
  app.notFound(uhpNotFoundHandler(contract, app));
  app.fetch = withoutRejection(contract, fetch);
}

/**
 * Returns a `fetch` that also responds to what fails before the first middleware runs, such as an app's own `getPath`.
 */
function withoutRejection(contract: AdapterContract, fetch: Fetch): Fetch {
  return function uhpFetch(request, ...rest) {
    const failed = (thrown: unknown) => {
      const responder = responderOf(contract, request);
      if (responder === undefined) throw thrown;
      return responder.respond(thrown);
    };
    try {
      const response = fetch(request, ...rest);
      return response instanceof Promise ? response.catch(failed) : response;
    } catch (thrown) {
      return failed(thrown);
    }
  };
}
