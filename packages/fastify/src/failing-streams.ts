import { finished, type Readable } from "node:stream";
import type { Contract } from "@uhp-errors/core";
import { isBuffering } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { responderFor } from "./reply.ts";

/** Reports a payload that is a stream and fails half way: Fastify closes the connection, and only logs it. */
export function watchStream(contract: Contract, request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const stream = streamOf(payload);
  if (stream === undefined) return;
  finished(stream as Readable, (error) => {
    const responder = responderFor(contract, request, reply);
    // Before its first byte, the failure comes to the error handler.
    if (!error || !reply.raw.headersSent || responder === undefined) return;
    // Of an error nothing was sent yet, though Fastify sees its head written and gives it up.
    if (isBuffering(reply.raw)) responder.sendError(error);
    else responder.respond(error);
  });
}

/** The stream that a payload is, or that a `Response` holds: Node's kind or the web's. */
function streamOf(payload: unknown): object | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  if ("pipe" in payload || "getReader" in payload) return payload;
  return payload instanceof Response && payload.body !== null ? payload.body : undefined;
}
