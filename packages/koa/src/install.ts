import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { warnOnce } from "@uhp-errors/core/internal";
import { attachToServersOf, type ListenableApp } from "@uhp-errors/node/internal";
import type { KoaApp } from "./context.ts";
import { contractMiddleware, type KoaMiddleware } from "./middleware.ts";

/** The parts of a Koa application that {@link install} uses. */
export interface InstallableKoaApp extends ListenableApp {
  /** The middleware, in the order in which it runs. */
  middleware: unknown[];
}

/**
 * Puts a contract in force for a whole application: `uhp` before all other middleware, and `attach`, in one call. Call
 * it before or after you mount other middleware, but before you call `listen` or `callback`.
 *
 * @param app An application that `new Koa()` made.
 * @throws TypeError if it gets anything but an application and a contract.
 * @example
 * const app = new Koa();
 * install(app, contract);
 */
export function install(app: InstallableKoaApp, contract: Contract): void {
  expectContract(contract, "install");
  const { middleware, listen } = Object(app) as Partial<InstallableKoaApp>;
  if (!Array.isArray(middleware) || typeof listen !== "function") {
    throw new TypeError("install: expected an application that new Koa() made, as in install(app, contract)");
  }
  const attachToServer = attachToServersOf(app, contract);
  if (hasStarted(app)) {
    warnOnce(
      "UHP_NOT_FIRST",
      "install(app, contract) came after app.listen() or app.callback(), so that the contract covers nothing: call it before",
    );
  }
  const covered = contractMiddleware(contract);
  const first: KoaMiddleware = function uhpInstalled(ctx, next) {
    // An app that is mounted in another one is not in charge of the server.
    if (ctx.app === (app as object)) attachToServer(ctx.req);
    return covered(ctx, next);
  };
  middleware.unshift(first);
}

/** Whether Koa has composed its middleware. From then on it listens to its own errors, unless another listener does. */
function hasStarted(app: object): boolean {
  const { listeners, onerror } = app as Partial<KoaApp>;
  return typeof listeners === "function" && listeners.call(app as KoaApp, "error").includes(onerror);
}
