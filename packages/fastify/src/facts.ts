import type { RequestFacts } from "@uhp-errors/core";
import { facts as factsOf } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * What the contract needs to know of a request, for its verbs that take it.
 *
 * @example
 * return contract.task.failed(task.response, thrown, facts(request, reply));
 */
export function facts(request: Pick<FastifyRequest, "raw">, reply: Pick<FastifyReply, "raw">): RequestFacts {
  return factsOf(request.raw, reply.raw);
}
