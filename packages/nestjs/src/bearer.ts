import type { Contract, VerifyToken } from "@uhp-errors/core";
import type { Bearer } from "@uhp-errors/core/internal";
import { type ExpressMiddleware, bearer as ofExpress } from "@uhp-errors/express";
import { type NestRequest, nodeRequest } from "./native.ts";

export type BearerMiddleware<Principal> = Bearer<ExpressMiddleware, NestRequest, Principal>;

/**
 * Middleware that requires a bearer token (RFC 6750), for `app.use` or a consumer's `apply`, on Express and on Fastify.
 * Unlike a guard, it also covers addresses that have no route. It sets `request.principal` of Node's request to what
 * `verify` returns. On Fastify, that is `request.raw.principal`.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.use(auth);
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerMiddleware<Principal> {
  // Despite its name, this does not need Express. Both platforms pass Node's own request to middleware.
  const auth = ofExpress(contract, verify);
  const middleware: ExpressMiddleware = (request, response, next) => auth(request, response, next);
  return Object.assign(middleware, { principal: (request: NestRequest) => auth.principal(nodeRequest(request)) });
}
