import type { ServerResponse } from "node:http";
import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { Principals } from "@uhp-errors/core/internal";
import { requestContext, responderOf } from "@uhp-errors/node";
import type { NodeRequest } from "@uhp-errors/node/internal";
import { asReason } from "./async-handler.ts";

/** Middleware that lets requests with an accepted token through, and remembers who sent them. */
export interface BearerMiddleware<Principal> {
  (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void): void;
  /**
   * Returns who sent a request: what `verify` returned for its token. It is the same value as `request.principal`, with
   * its type.
   *
   * @throws TypeError if the request did not pass this middleware.
   */
  principal(request: object): Principal;
}

/**
 * Makes middleware that checks the bearer token of a request (RFC 6750), and puts what `verify` returns on
 * `request.principal`. A request without an accepted token is answered at once. The service's own error handlers do not
 * see it.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.get("/v1/me", auth, (request, response) => response.json(auth.principal(request).name));
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerMiddleware<Principal> {
  expectContract(contract, "bearer");
  const principals = new Principals<Principal>();

  const middleware = (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
    const accept = (principal: Principal) => {
      principals.set(request, principal);
      Object.assign(request, { principal });
      next();
    };
    const refuse = (thrown: unknown) => {
      const responder = responderOf(contract, request, response);
      // Express treats some values as "no error", and would let the request through.
      if (responder === undefined) next(asReason(thrown));
      else responder.sendError(thrown);
    };
    authenticate(requestContext(request, response), verify).then(accept, refuse).catch(next);
  };

  return Object.assign(middleware, { principal: (request: object) => principals.of(request) });
}
