import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { type Bearer, Principals } from "@uhp-errors/core/internal";
import { requestContext, responderOf } from "@uhp-errors/node";
import { asReason } from "./async-handler.ts";
import type { ExpressMiddleware } from "./middleware.ts";

export type BearerMiddleware<Principal> = Bearer<ExpressMiddleware, object, Principal>;

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

  const middleware: ExpressMiddleware = (request, response, next) => {
    const refuse = (thrown: unknown) => {
      const responder = responderOf(contract, request, response);
      // Express treats some values as "no error", and would let the request through.
      if (responder === undefined) next(asReason(thrown));
      else responder.sendError(thrown);
    };
    const admitted = principals.admit(authenticate(requestContext(request, response), verify), request);
    admitted.then(() => next(), refuse).catch(next);
  };

  return Object.assign(middleware, { principal: (request: object) => principals.of(request) });
}
