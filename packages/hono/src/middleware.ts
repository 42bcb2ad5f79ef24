import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { watchBody, watchReaders } from "@uhp-errors/web";
import type { Context, MiddlewareHandler } from "hono";
import { noteMiddleware } from "./allowed-methods.ts";
import { put, replace, responderFor } from "./answer.ts";
import { honoRequestOf } from "./request-context.ts";

/**
 * Middleware that puts a contract in force for an app, or for a part of it. Mount it before the routes that it is to cover. It refuses a
 * version that is not served, answers whatever is thrown, and replaces errors that leave in another shape.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * app.use("/v1/*", uhp(contract)); // before the routes
 */
export function uhp(contract: Contract): MiddlewareHandler {
  expectContract(contract, "uhp");
  return noteMiddleware(async function uhpContract(c, next) {
    const responder = responderFor(contract, c);
    if (responder === undefined) return next();
    const refusal = responder.checkVersion();
    if (refusal !== undefined) {
      put(c, responder, refusal);
      return;
    }
    watch(c);
    const request = honoRequestOf(c);
    request.enter(contract);
    try {
      await contract.handle(responder.context, next);
    } catch (thrown) {
      request.leave();
      // Hono's own handler of errors gets none of what is no Error.
      put(c, responder, responder.respond(thrown));
      return;
    }
    request.leave();
    if (!c.finalized) {
      put(c, responder, responder.respond(new TypeError("the handler returned no Response")));
      return;
    }
    const { error, res } = c;
    const left = await responder.finish(res, error);
    if (left !== res) replace(c, left);
  });
}

/** Methods whose requests have no body. */
const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** What of Hono's request throws when the body is not what its sender says. */
const READERS = ["json", "formData", "parseBody"] as const;

/** Notes what the readers of a body throw. Hono's own ask the request for no more than its text. */
function watch(c: Context): void {
  const { req } = c;
  if (BODILESS.has(req.method)) return;
  watchBody(req.raw);
  watchReaders(req, READERS, () => req.raw.bodyUsed);
}
