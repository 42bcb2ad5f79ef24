import type { Contract } from "@uhp-errors/core";
import { expectContract, noteContract } from "@uhp-errors/core/adapter";
import type { ErrorHook } from "./answer.ts";
import { uhpErrorHandler } from "./error-handler.ts";
import { type H3Middleware, uhp } from "./middleware.ts";

/** What {@link install} needs of an h3 application. A Nitro application has one as its `h3`. */
export interface InstallableH3App {
  readonly config: { onError?: unknown };
  /** The middleware, in the order in which it runs. */
  readonly "~middleware": unknown[];
  "~dispatch"?: unknown;
  "~composed"?: unknown;
}

/**
 * Puts a contract in force for a whole application: `uhp` before all other middleware, and `uhpErrorHandler`, in one call. Call it
 * before or after the routes, but before `serve`. A hook `onError` of your own goes on hearing of errors.
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
  const { onError } = config;
  config.onError = uhpErrorHandler(contract, typeof onError === "function" ? (onError as ErrorHook) : undefined);
  middleware.unshift(uhp(contract) satisfies H3Middleware);
  // What h3 has put together of its middleware, it puts together anew.
  app["~dispatch"] = undefined;
  app["~composed"] = undefined;
}
