import type { ServerResponse } from "node:http";
import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { type NodeRequest, Principals, requestContext, responderOf } from "@uhp-errors/node";
import { asReason } from "./async-handler.ts";

/** A middleware that lets requests with an accepted token through, and knows whose they are. */
export interface BearerMiddleware<Principal> {
  (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void): void;
  /**
   * Who sent a request: what `verify` returned for its token. The same as `request.principal`, with its type.
   *
   * @throws TypeError when the request did not pass this middleware.
   */
  principal(request: object): Principal;
}

/**
 * Middleware that asks for a bearer token (RFC 6750) and puts what `verify` returns on `request.principal`. It answers a
 * request without an accepted token at once, past the service's own error handlers.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.get("/v1/me", auth, (request, response) => response.json(auth.principal(request).name));
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerMiddleware<Principal> {
  const principals = new Principals<Principal>();

  function middleware(request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void): void {
    const accept = (principal: Principal) => {
      principals.set(request, principal);
      Object.assign(request, { principal });
      next();
    };
    const refuse = (thrown: unknown) => {
      const responder = responderOf(contract, request, response);
      // Express would take some values for "no error", and let the request through.
      if (responder === undefined) next(asReason(thrown));
      else responder.sendError(thrown);
    };
    authenticate(requestContext(request, response), verify).then(accept, refuse).catch(next);
  }

  return Object.assign(middleware, { principal: (request: object) => principals.of(request) });
}
