import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { type Bearer, Principals } from "@uhp-errors/core/internal";
import type { FastifyReply, FastifyRequest } from "fastify";
import { replyWithError, responderFor, untilSent } from "./reply.ts";
import { requestContext } from "./request-context.ts";

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export type BearerHook<Principal> = Bearer<Hook, Pick<FastifyRequest, "raw">, Principal>;

/**
 * Makes a hook that checks the bearer token of a request (RFC 6750), and puts what `verify` returns on
 * `request.principal`. A request without an accepted token is answered at once. A scope's own error handler does not
 * see it.
 *
 * @throws TypeError if it does not get a contract.
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.addHook("onRequest", auth);
 * app.get("/v1/me", (request) => auth.principal(request).name);
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerHook<Principal> {
  expectContract(contract, "bearer");
  const principals = new Principals<Principal>();

  const hook: Hook = async (request, reply) => {
    try {
      await principals.admit(authenticate(requestContext(request, reply), verify), request.raw, request);
      return undefined;
    } catch (thrown) {
      const responder = responderFor(contract, request, reply);
      if (responder === undefined) throw thrown;
      replyWithError(responder, thrown, reply);
      await untilSent(reply);
      return reply;
    }
  };

  return Object.assign(hook, { principal: ({ raw }: Pick<FastifyRequest, "raw">) => principals.of(raw) });
}
