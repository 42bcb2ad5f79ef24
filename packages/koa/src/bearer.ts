import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { Principals, responderOf } from "@uhp-errors/node";
import type { KoaContext } from "./context.ts";
import { requestContext } from "./request-context.ts";
import { sendError } from "./send-error.ts";

/** A middleware that lets requests with an accepted token through, and knows whose they are. */
export interface BearerMiddleware<Principal> {
  (ctx: KoaContext, next: () => Promise<unknown>): Promise<void>;
  /**
   * Who sent a request: what `verify` returned for its token. The same as `ctx.state.principal`, with its type.
   *
   * @throws TypeError when the request did not pass this middleware.
   */
  principal(ctx: Pick<KoaContext, "req">): Principal;
}

/**
 * Middleware that asks for a bearer token (RFC 6750) and puts what `verify` returns on `ctx.state.principal`. It answers a
 * request without an accepted token at once, past other middleware that catches errors.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * router.get("/v1/me", auth, (ctx) => { ctx.body = auth.principal(ctx).name; });
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerMiddleware<Principal> {
  const principals = new Principals<Principal>();

  async function middleware(ctx: KoaContext, next: () => Promise<unknown>): Promise<void> {
    try {
      const principal = await authenticate(requestContext(ctx), verify);
      principals.set(ctx.req, principal);
      Object.assign(ctx.state, { principal });
    } catch (thrown) {
      const responder = responderOf(contract, ctx.req, ctx.res);
      // Koa would take nothing for a success, and leave the client without a response.
      if (responder === undefined) throw thrown ?? new Error("verify threw nothing", { cause: thrown });
      sendError(responder, thrown, ctx);
      return;
    }
    await next();
  }

  return Object.assign(middleware, { principal: ({ req }: Pick<KoaContext, "req">) => principals.of(req) });
}
