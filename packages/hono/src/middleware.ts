import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import type { Responder } from "@uhp-errors/web";
import { intercept } from "@uhp-errors/web/internal";
import type { Context, MiddlewareHandler } from "hono";
import { noteMiddleware } from "./allowed-methods.ts";
import { put, replace } from "./answer.ts";
import { originalRequest, watchBodyReaders } from "./request-context.ts";

/**
 * Middleware that applies a contract to an app, or to a part of it. Mount it before the routes that it should cover. It
 * refuses a version that is not served, responds to everything that is thrown, and replaces error responses of another
 * format.
 *
 * Where the same contract covers the app already, it takes the place of an error handler: it responds to what is thrown
 * below it, so that the middleware above it gets that response.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * app.use("/v1/*", uhp(contract)); // before the routes
 */
export function uhp(contract: Contract): MiddlewareHandler {
  expectContract(contract, "uhp");
  return noteMiddleware(async function uhpContract(c, next) {
    const responder = intercept(contract, originalRequest(c));
    if (responder === undefined) return next();
    // All but a thrown value is left to the outer middleware, which sees what has become of it.
    const { isCovered } = responder;
    if (!isCovered) watchBodyReaders(c);
    const refusal = isCovered ? undefined : responder.checkVersion();
    if (refusal !== undefined) {
      put(c, responder, refusal);
      return;
    }
    try {
      await responder.handle(next);
    } catch (thrown) {
      // Hono's error handler only gets values that are errors.
      put(c, responder, responder.respond(thrown));
      return;
    }
    if (!isCovered) await finalize(responder, c);
  });
}

/** Replaces the response by what leaves in its place. */
async function finalize(responder: Responder, c: Context): Promise<void> {
  // Without a response, Hono would make one that is read.
  const res = c.finalized ? c.res : undefined;
  if (res === undefined && !responder.isDryRun) {
    put(c, responder, responder.respond(new TypeError("the handler returned no Response")));
    return;
  }
  const left = await responder.outgoing(res, c.error);
  if (left !== res) replace(c, left);
}
