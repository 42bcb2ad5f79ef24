import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import type { FastifyReply, FastifyRequest } from "fastify";
import { replyWithError, responderFor } from "./reply.ts";
import { forgetUploads } from "./uploads.ts";

/**
 * Answers a thrown value, given Fastify's request and reply. Use it where errors do not reach Fastify's error handler,
 * for example in a listener. The reply's `onSend` hooks run.
 *
 * @returns `false` if the contract does not apply to the request. Then nothing was sent.
 * @throws TypeError if it does not get a contract. No thrown value makes it throw.
 * @example
 * job.on("failed", (thrown) => sendError(contract, thrown, request, reply));
 */
export function sendError(contract: Contract, thrown: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  expectContract(contract, "sendError");
  const responder = responderFor(contract, request, reply);
  if (responder === undefined) return false;
  forgetUploads(request);
  replyWithError(responder, thrown, reply);
  return true;
}
