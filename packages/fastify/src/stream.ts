import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { stream as streamTo } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { takeOver } from "./reply.ts";

/**
 * Opens a stream of server-sent events as the response to a request. It bypasses Fastify's reply, so `onSend` hooks do
 * not run. Headers that were set on the reply before are kept.
 *
 * @example
 * const events = stream(contract, request, reply, { response });
 */
export function stream(
  contract: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
  options: StreamOptions,
): EventStream {
  takeOver(reply);
  return streamTo(contract, request.raw, reply.raw, options);
}
