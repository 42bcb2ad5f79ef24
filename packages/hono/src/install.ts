import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { responderOf } from "@uhp-errors/web";
import type { ErrorHandler, MiddlewareHandler, NotFoundHandler } from "hono";
import type { RoutedHonoApp } from "./allowed-methods.ts";
import { uhpErrorHandler } from "./error-handler.ts";
import { uhp } from "./middleware.ts";
import { uhpNotFoundHandler } from "./not-found.ts";

/** The way in which a runtime hands requests to an app. */
type Fetch = (request: Request, ...rest: never[]) => Response | Promise<Response>;

/** What {@link install} needs of a Hono app. */
export interface InstallableHonoApp extends RoutedHonoApp {
  fetch: Fetch;
  use(path: string, ...middleware: MiddlewareHandler[]): unknown;
  onError(handler: ErrorHandler): unknown;
  notFound(handler: NotFoundHandler): unknown;
}

/**
 * Puts a contract in force for a whole app: {@link uhp} before everything else, {@link uhpErrorHandler}, {@link uhpNotFoundHandler}, and an
 * `app.fetch` that never rejects, in one call. Call it right after `new Hono()`. It goes for `app.request` too.
 *
 * @throws TypeError when it gets anything but an app and a contract, or when the app has routes or middleware already, which it could
 *   not cover.
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
  // Hono's types keep it to itself.
  const others = Reflect.get(app, "errorHandler") as ErrorHandler | undefined;
  app.use("*", uhp(contract));
  // Hono remembers a path for routes without one. Without handlers this only sets it, to that of a new app.
  app.use("/");
  app.onError(uhpErrorHandler(contract, others));
  app.notFound(uhpNotFoundHandler(contract, app));
  app.fetch = withoutRejection(contract, fetch);
}

/** What fails before the first middleware runs, as an app's own `getPath` may, is answered too. */
function withoutRejection(contract: Contract, fetch: Fetch): Fetch {
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
