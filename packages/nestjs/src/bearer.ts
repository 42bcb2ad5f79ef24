import type { ServerResponse } from "node:http";
import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { type NodeRequest, Principals, requestContext, responderOf } from "@uhp-errors/node";
import { type NestRequest, nodeRequest } from "./native.ts";

/** A middleware that lets requests with an accepted token through, and knows whose they are. */
export interface BearerMiddleware<Principal> {
  (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void): void;
  /**
   * Who sent a request: what `verify` returned for its token. Takes the request of either platform.
   *
   * @throws TypeError when the request did not pass this middleware.
   */
  principal(request: NestRequest): Principal;
}

/**
 * Middleware that asks for a bearer token (RFC 6750), for `app.use` or a consumer's `apply`, on Express and on Fastify. Unlike a
 * guard it also stands before addresses that no route takes. What `verify` returns is put on `request.principal` of Node's request,
 * which on Fastify is `request.raw.principal`.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.use(auth);
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
      if (responder !== undefined) responder.sendError(thrown);
      // Some other values would be taken for no error, or for a signal, and let the request through.
      else next(thrown instanceof Error ? thrown : new Error("verify failed with no error", { cause: thrown }));
    };
    authenticate(requestContext(request, response), verify).then(accept, refuse).catch(next);
  }

  return Object.assign(middleware, { principal: (request: NestRequest) => principals.of(nodeRequest(request)) });
}
