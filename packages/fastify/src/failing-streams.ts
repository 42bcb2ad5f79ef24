import type { Readable } from "node:stream";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { builtin, isBuffering } from "@uhp-errors/node/internal";
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

/** Calls `onFailed` if a payload is a stream and fails. */
export function watchStream(payload: unknown, onFailed: (error: Error) => void): void {
  try {
    const stream = streamOf(payload);
    if (stream === undefined) return;
    builtin.stream.finished(stream as Readable, (error) => {
      if (error) onFailed(error);
    });
  } catch {
    // Not every object with these methods is a stream. A hostile proxy is left to Fastify, which refuses it.
  }
}

/** Returns the stream that a payload is or that a `Response` holds, of Node's kind or the web's. */
function streamOf(payload: unknown): object | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  if ("pipe" in payload || "getReader" in payload) return payload;
  return payload instanceof Response && payload.body !== null ? payload.body : undefined;
}
