import type { AdapterContract } from "@uhp-errors/core/adapter";
import { isBuffering, watchStream } from "@uhp-errors/node/internal";
import type { FastifyReply, FastifyRequest } from "fastify";
import { responderFor } from "./reply.ts";

/**
 * Reports a stream that fails while it is sent as a payload. Fastify closes the connection, and only logs the error.
 */
export function reportStream(
  contract: AdapterContract,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  watchStream(payload, (error) => {
    const responder = responderFor(contract, request, reply);
    // Before the first byte, Fastify passes the failure to the error handler.
    if (!reply.raw.headersSent || responder === undefined) return;
    // Fastify gives up because the head looks written. No byte of the error has been sent yet.
    if (isBuffering(reply.raw)) responder.sendError(error);
    else responder.respond(error);
  });
}
