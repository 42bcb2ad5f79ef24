import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { Principals } from "@uhp-errors/core/internal";
import { withEarlierHeaders } from "./answer.ts";
import { type H3Event, requestContext, responderFor } from "./event.ts";
import type { H3Middleware } from "./middleware.ts";

/** Middleware that only passes on requests with an accepted token, and knows who sent them. */
export interface BearerMiddleware<Principal> extends H3Middleware {
  /**
   * Returns what `verify` returned for the token of a request. The same as `event.context.principal`, with its type.
   *
   * @throws TypeError when the request did not pass this middleware.
   */
  principal(event: Pick<H3Event, "context">): Principal;
}

/**
 * Middleware that requires a bearer token (RFC 6750) and sets `event.context.principal` to what `verify` returns. It
 * responds at once to a request without an accepted token, and no other middleware sees an error.
 *
 * @throws TypeError when it gets anything but a contract.
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.get("/v1/me", (event) => auth.principal(event).name, { middleware: [auth] });
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerMiddleware<Principal> {
  expectContract(contract, "bearer");
  const principals = new Principals<Principal>();

  const middleware = async (event: H3Event, next: () => unknown): Promise<unknown> => {
    try {
      const principal = await authenticate(requestContext(event), verify);
      principals.set(event.context, principal);
      Object.assign(event.context, { principal });
    } catch (thrown) {
      const responder = responderFor(contract, event);
      if (responder === undefined) throw thrown;
      return withEarlierHeaders(responder.respond(thrown), contract, event);
    }
    return next();
  };

  return Object.assign(middleware, { principal: ({ context }: Pick<H3Event, "context">) => principals.of(context) });
}
