import type { ServerResponse } from "node:http";
import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { facts, fail, type NodeRequest } from "@uhp-errors/node";
import { asReason } from "./async.ts";

/** A middleware that lets requests with an accepted token through, and knows whose they are. */
export interface Bearer<Principal> {
  (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void): void;
  /**
   * Who sent a request: what `verify` returned for its token. The same as `request.principal`, with its type.
   *
   * @throws TypeError where the request did not pass this middleware.
   */
  principal(request: object): Principal;
}

/**
 * Asks for a bearer token and puts what `verify` makes of it on `request.principal`. A request without one, or with one that
 * is not accepted, is answered at once, past any error handler of the service's.
 *
 * @example
 * const auth = uhp.bearer(contract, (token) => accounts.byToken(token));
 * app.get("/v1/me", auth, (request, response) => response.json(auth.principal(request).name));
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): Bearer<Principal> {
  const principals = new WeakMap<object, { readonly principal: Principal }>();

  function middleware(request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void): void {
    const exchange = facts(request, response);
    const accept = (principal: Principal) => {
      principals.set(request, { principal });
      Object.assign(request, { principal });
      next();
    };
    const refuse = (thrown: unknown) => {
      if (contract.covers(exchange)) fail(contract, thrown, request, response);
      // Express would take some values for "no error", and let the request through.
      else next(asReason(thrown));
    };
    authenticate(exchange, verify).then(accept, refuse).catch(next);
  }

  return Object.assign(middleware, {
    principal: (request: object): Principal => {
      const known = principals.get(request);
      if (known === undefined) throw new TypeError("the request did not pass this bearer middleware");
      return known.principal;
    },
  });
}
