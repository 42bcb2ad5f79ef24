import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { type Bearer, Principals } from "@uhp-errors/core/internal";
import { responderOf } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";
import type { KoaMiddleware } from "./middleware.ts";
import { requestContext } from "./request-context.ts";
import { answer } from "./send-error.ts";

export type BearerMiddleware<Principal> = Bearer<KoaMiddleware, Pick<KoaContext, "req">, Principal>;

/**
 * Makes middleware that checks the bearer token of a request (RFC 6750), and puts what `verify` returns on
 * `ctx.state.principal`. A request without an accepted token is answered here. Other middleware that catches errors does
 * not see it.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * router.get("/v1/me", auth, (ctx) => { ctx.body = auth.principal(ctx).name; });
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerMiddleware<Principal> {
  expectContract(contract, "bearer");
  const principals = new Principals<Principal>();

  const middleware: KoaMiddleware = async (ctx, next) => {
    try {
      await principals.admit(authenticate(requestContext(ctx), verify), ctx.req, ctx.state);
    } catch (thrown) {
      const responder = responderOf(contract, ctx.req, ctx.res);
      // Koa treats a thrown `undefined` as a success, and the client would get no response.
      if (responder === undefined) throw thrown ?? new Error("verify threw nothing", { cause: thrown });
      answer(responder, thrown, ctx);
      return;
    }
    await next();
  };

  return Object.assign(middleware, { principal: ({ req }: Pick<KoaContext, "req">) => principals.of(req) });
}
