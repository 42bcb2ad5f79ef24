import { finished, type Readable } from "node:stream";
import type { Contract } from "@uhp-errors/core";
import { answerBegun, fail, isAnswered } from "@uhp-errors/node";
import type { FastifyInstance } from "fastify";
import { facts } from "./facts.ts";

/** Reports streams that fail half way: Fastify then closes the connection by itself, and tells nobody but its log. */
export function watchStreams(app: FastifyInstance, contract: Contract): void {
  app.addHook("onSend", function uhpOnSend(request, reply, payload, next) {
    const stream = streamOf(payload);
    if (stream !== undefined) {
      finished(stream as Readable, (error) => {
        const exchange = facts(request, reply);
        // Before its first byte, the failure comes to the error handler.
        if (!error || !reply.raw.headersSent || !contract.covers(exchange)) return;
        // A stream that Fastify closes since another answer took its place has not failed.
        if (isAnswered(reply.raw) && error.code === "ERR_STREAM_PREMATURE_CLOSE") return;
        // Of an error nothing has left yet, though Fastify sees its head written and gives it up.
        if (answerBegun(reply.raw)) fail(contract, error, request.raw, reply.raw);
        else contract.respond(error, exchange);
      });
    }
    next();
  });
}

/** The stream that a payload is, or that a `Response` holds: Node's kind or the web's. */
function streamOf(payload: unknown): object | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  if ("pipe" in payload || "getReader" in payload) return payload;
  return payload instanceof Response && payload.body !== null ? payload.body : undefined;
}
