import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import type { Context, MiddlewareHandler } from "hono";
import { noteMiddleware } from "./allowed-methods.ts";
import { put, responderFor } from "./answer.ts";
import { requestContext } from "./request-context.ts";

/** The variable that {@link bearer} sets, for the type of an app: `new Hono<BearerEnv<Account>>()`. */
export interface BearerEnv<Principal> {
  Variables: { principal: Principal };
}

/**
 * Middleware that requires a bearer token (RFC 6750) and sets the variable `principal` to what `verify` returns. It
 * responds at once to a request without an accepted token, and no other error handler runs. Later handlers of a route
 * know the variable's type.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.get("/v1/me", auth, (c) => c.json({ name: c.get("principal").name }));
 */
export function bearer<Principal>(
  contract: Contract,
  verify: VerifyToken<Principal>,
): MiddlewareHandler<BearerEnv<Principal>> {
  expectContract(contract, "bearer");
  return noteMiddleware(async function uhpBearer(c, next) {
    try {
      c.set("principal", await authenticate(requestContext(c as Context), verify));
    } catch (thrown) {
      const responder = responderFor(contract, c as Context);
      if (responder === undefined) throw thrown;
      put(c as Context, responder, responder.respond(thrown));
      return;
    }
    await next();
  });
}
