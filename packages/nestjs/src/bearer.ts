import type { ServerResponse } from "node:http";
import type { Contract, VerifyToken } from "@uhp-errors/core";
import { bearer as ofExpress } from "@uhp-errors/express";
import type { NodeRequest } from "@uhp-errors/node";
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
 * guard it also covers addresses that no route takes. What `verify` returns is put on `request.principal` of Node's request,
 * which on Fastify is `request.raw.principal`.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.use(auth);
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerMiddleware<Principal> {
  // It needs nothing of Express: both platforms hand Node's own request to middleware.
  const auth = ofExpress(contract, verify);
  const middleware = (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void) =>
    auth(request, response, next);
  return Object.assign(middleware, { principal: (request: NestRequest) => auth.principal(nodeRequest(request)) });
}
