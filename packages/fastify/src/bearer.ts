import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { Principals } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { replyWithError, responderFor, untilSent } from "./reply.ts";
import { requestContext } from "./request-context.ts";

/** A hook that lets requests with an accepted token through, and knows whose they are. */
export interface BearerHook<Principal> {
  (request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  /**
   * Who sent a request: what `verify` returned for its token. The same as `request.principal`, with its type.
   *
   * @throws TypeError when the request did not pass this hook.
   */
  principal(request: Pick<FastifyRequest, "raw">): Principal;
}

/**
 * Hook that asks for a bearer token (RFC 6750) and puts what `verify` returns on `request.principal`. It answers a request
 * without an accepted token at once, past the error handler of a scope.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.addHook("onRequest", auth);
 * app.get("/v1/me", (request) => auth.principal(request).name);
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): BearerHook<Principal> {
  const principals = new Principals<Principal>();

  async function hook(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    try {
      const principal = await authenticate(requestContext(request, reply), verify);
      principals.set(request.raw, principal);
      Object.assign(request, { principal });
      return undefined;
    } catch (thrown) {
      const responder = responderFor(contract, request, reply);
      if (responder === undefined) throw thrown;
      replyWithError(responder, thrown, reply);
      await untilSent(reply);
      return reply;
    }
  }

  return Object.assign(hook, { principal: ({ raw }: Pick<FastifyRequest, "raw">) => principals.of(raw) });
}
