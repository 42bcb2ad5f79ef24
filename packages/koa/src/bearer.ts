import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { answer } from "./answer.ts";
import type { KoaContext } from "./context.ts";
import { facts } from "./facts.ts";

/** A middleware that lets requests with an accepted token through, and knows whose they are. */
export interface Bearer<Principal> {
  (context: KoaContext, next: () => Promise<unknown>): Promise<void>;
  /**
   * Who sent a request: what `verify` returned for its token. The same as `ctx.state.principal`, with its type.
   *
   * @throws TypeError where the request did not pass this middleware.
   */
  principal(context: Pick<KoaContext, "req">): Principal;
}

/**
 * Asks for a bearer token and puts what `verify` makes of it on `ctx.state.principal`. A request without one, or with one that
 * is not accepted, is answered at once, past any middleware that catches errors.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * router.get("/v1/me", auth, (ctx) => { ctx.body = auth.principal(ctx).name; });
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): Bearer<Principal> {
  const principals = new WeakMap<object, { readonly principal: Principal }>();

  async function middleware(context: KoaContext, next: () => Promise<unknown>): Promise<void> {
    const { req, state } = context;
    const exchange = facts(context);
    try {
      const principal = await authenticate(exchange, verify);
      principals.set(req, { principal });
      Object.assign(state, { principal });
    } catch (thrown) {
      // Koa would take nothing for a success, and leave the client without an answer.
      if (!contract.covers(exchange)) throw thrown ?? new Error("verify threw nothing", { cause: thrown });
      answer(contract, thrown, context);
      return;
    }
    await next();
  }

  return Object.assign(middleware, {
    principal: ({ req }: Pick<KoaContext, "req">): Principal => {
      const known = principals.get(req);
      if (known === undefined) throw new TypeError("the request did not pass this bearer middleware");
      return known.principal;
    },
  });
}
