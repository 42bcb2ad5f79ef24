import type { Contract } from "@uhp-errors/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { replyWithError, responderFor } from "./reply.ts";
import { forgetUploads } from "./uploads.ts";

/**
 * Answers what was thrown, from a place that has Fastify's request and reply and whose errors do not reach Fastify's error handler.
 * The reply's `onSend` hooks run. Never throws.
 *
 * @returns `false` when the contract does not apply to the request, which then is not answered.
 * @example
 * job.on("failed", (thrown) => sendError(contract, thrown, request, reply));
 */
export function sendError(contract: Contract, thrown: unknown, request: FastifyRequest, reply: FastifyReply): boolean {
  const responder = responderFor(contract, request, reply);
  if (responder === undefined) return false;
  forgetUploads(request);
  replyWithError(responder, thrown, reply);
  return true;
}
