import type { Contract } from "@uhp-errors/core";
import { attachOnListen, attachServerOf, expectContract, type ListenableApp } from "@uhp-errors/node";
import { contractMiddleware, type KoaMiddleware } from "./middleware.ts";

/** What {@link install} needs of a Koa application. */
export interface InstallableKoaApp extends ListenableApp {
  /** The middleware, in the order in which it runs. */
  middleware: unknown[];
}

/**
 * Puts a contract in force for a whole application: `uhp` before all other middleware, and `attach`, in one call. Call
 * it before or after the other middleware is mounted, but before `listen` or `callback`.
 *
 * @param app An application that `new Koa()` made.
 * @throws TypeError when it gets anything but an application and a contract.
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
  const covered = contractMiddleware(contract);
  const first: KoaMiddleware = function uhpInstalled(ctx, next) {
    attachServerOf(ctx.req, contract);
    return covered(ctx, next);
  };
  attachOnListen(app, contract);
  middleware.unshift(first);
}
