import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { withEarlierHeaders } from "./answer.ts";
import { type H3Event, requestContext, responderFor } from "./event.ts";
import type { H3Middleware } from "./middleware.ts";

/** A middleware that lets requests with an accepted token through, and knows whose they are. */
export interface BearerMiddleware<Principal> extends H3Middleware {
  /**
   * Who sent a request: what `verify` returned for its token. The same as `event.context.principal`, with its type.
   *
   * @throws TypeError when the request did not pass this middleware.
   */
  principal(event: Pick<H3Event, "context">): Principal;
}

/**
 * Middleware that asks for a bearer token (RFC 6750) and puts what `verify` returns on `event.context.principal`. It answers a request
 * without an accepted token at once, past other middleware that catches errors.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.get("/v1/me", (event) => auth.principal(event).name, { middleware: [auth] });
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerMiddleware<Principal> {
  expectContract(contract, "bearer");
  const principals = new WeakMap<object, { readonly principal: Principal }>();

  async function middleware(event: H3Event, next: () => unknown): Promise<unknown> {
    try {
      const principal = await authenticate(requestContext(event), verify);
      principals.set(event.context, { principal });
      Object.assign(event.context, { principal });
    } catch (thrown) {
      const responder = responderFor(contract, event);
      if (responder === undefined) throw thrown;
      return withEarlierHeaders(responder.respond(thrown), contract, event);
    }
    return next();
  }

  function principal({ context }: Pick<H3Event, "context">): Principal {
    const known = principals.get(context);
    if (known === undefined) throw new TypeError("the request did not pass this bearer; mount it before the handler");
    return known.principal;
  }

  return Object.assign(middleware, { principal });
}
