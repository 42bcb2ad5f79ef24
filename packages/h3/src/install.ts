import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { noteContract } from "@uhp-errors/core/internal";
import type { ErrorHook } from "./answer.ts";
import { uhpErrorHandler } from "./error-handler.ts";
import { type H3Middleware, uhp } from "./middleware.ts";
import { type ObservedH3App, observeApp } from "./observe.ts";

/** The parts of an h3 app that {@link install} uses. A Nitro app has an h3 app as its `h3`. */
export interface InstallableH3App {
  readonly config: { onError?: unknown };
  /** The middleware, in the order in which it runs. */
  readonly "~middleware": unknown[];
  "~dispatch"?: unknown;
  "~composed"?: unknown;
}

/**
 * Applies a contract to a whole app in one call: `uhp` before all other middleware, and `uhpErrorHandler`. Call it
 * before or after you add the routes, but before `serve`. Your own `onError` hook still gets all errors.
 *
 * @param app An application that `new H3()` made, or the `h3` of a Nitro application.
 * @throws TypeError when it gets anything but an application and a contract, and after `serve(app)`, which freezes the app's settings.
 * @example
 * const app = new H3();
 * install(app, contract);
 */
export function install(app: InstallableH3App, contract: Contract): void {
  expectContract(contract, "install");
  const { config, "~middleware": middleware } = Object(app) as Partial<InstallableH3App>;
  if (!Array.isArray(middleware) || typeof config !== "object") {
    throw new TypeError("install: expected an application that new H3() made, as in install(app, contract)");
  }
  if (Object.isFrozen(config)) {
    throw new TypeError(
      "install(app, contract) came after serve(app), which freezes the app's settings: call it before",
    );
  }
  noteContract(app, contract);
  if (contract.reportOnly) {
    observeApp(app as ObservedH3App, contract);
    return;
  }
  const { onError } = config;
  config.onError = uhpErrorHandler(contract, typeof onError === "function" ? (onError as ErrorHook) : undefined);
  middleware.unshift(uhp(contract) satisfies H3Middleware);
  // h3 has combined the middleware into one function, and must do so again.
  app["~dispatch"] = undefined;
  app["~composed"] = undefined;
}
