import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { facts } from "./facts.ts";
import { answer, untilGone } from "./reply.ts";

/** A hook that lets requests with an accepted token through, and knows whose they are. */
export interface Bearer<Principal> {
  (request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  /**
   * Who sent a request: what `verify` returned for its token. The same as `request.principal`, with its type.
   *
   * @throws TypeError where the request did not pass this hook.
   */
  principal(request: Pick<FastifyRequest, "raw">): Principal;
}

/**
 * Asks for a bearer token and puts what `verify` makes of it on `request.principal`. A request without one, or with one that
 * is not accepted, is answered at once, past any error handler of a scope's own.
 *
 * @example
 * const auth = bearer(contract, (token) => accounts.byToken(token));
 * app.addHook("onRequest", auth);
 * app.get("/v1/me", (request) => auth.principal(request).name);
 */
export function bearer<Principal>(contract: Contract, verify: VerifyToken<Principal>): Bearer<Principal> {
  const principals = new WeakMap<object, { readonly principal: Principal }>();

  async function hook(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const exchange = facts(request, reply);
    try {
      const principal = await authenticate(exchange, verify);
      principals.set(request.raw, { principal });
      Object.assign(request, { principal });
      return undefined;
    } catch (thrown) {
      if (!contract.covers(exchange)) throw thrown;
      answer(contract, thrown, request, reply);
      await untilGone(reply);
      return reply;
    }
  }

  return Object.assign(hook, {
    principal: ({ raw }: Pick<FastifyRequest, "raw">): Principal => {
      const known = principals.get(raw);
      if (known === undefined) throw new TypeError("the request did not pass this bearer hook");
      return known.principal;
    },
  });
}
