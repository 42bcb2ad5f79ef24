import { type Contract, type ErrorResponse, REPRESENTATION_HEADERS } from "@uhp-errors/core";
import { abortResponse, allowResponse, heldResponse, intercept, type Responder, responderOf } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { FASTIFY } from "./request-context.ts";

/** Intercepts the response to a request; `undefined` when the contract does not apply to it. */
export function interceptReply(
  contract: Contract,
  request: FastifyRequest,
  reply: FastifyReply,
): Responder | undefined {
  return intercept(contract, request.raw, reply.raw, FASTIFY, reply);
}

/** What answers a request; `undefined` when the contract does not apply to it. */
export function responderFor(contract: Contract, request: FastifyRequest, reply: FastifyReply): Responder | undefined {
  return responderOf(contract, request.raw, reply.raw);
}

/**
 * Sends a complete response through Fastify, so that its hooks run. A text with an explicit content type passes by every
 * serializer and every response schema.
 */
export function sendReply(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  allowResponse(reply.raw, response);
  // Those of the reply are looked at, which are few: each removal costs Fastify the shape of its object.
  for (const name of Object.keys(reply.getHeaders())) if (OF_BODY.has(name)) reply.removeHeader(name);
  return reply.code(response.status).headers(response.headers).serializer(asIs).send(response.body);
}

/** Header fields that would be of another body. */
const OF_BODY: ReadonlySet<string> = new Set(REPRESENTATION_HEADERS);

function asIs(body: string): string {
  return body;
}

/** Refuses a version that is not served; `false` when there is nothing to refuse. */
export function refuseVersion(responder: Responder, reply: FastifyReply): boolean {
  const refusal = responder.checkVersion();
  if (refusal !== undefined) sendReply(reply, refusal);
  return refusal !== undefined;
}

/** Answers anything that was thrown. */
export function replyWithError(responder: Responder, thrown: unknown, reply: FastifyReply): void {
  // After `hijack` Fastify sends nothing more, and what the handler began on the raw response is all there is.
  if (reply.sent) {
    responder.sendError(thrown);
    return;
  }
  // A hook has failed on it. What the hook fails with comes too late.
  const held = heldResponse(reply.raw);
  const response = responder.respond(thrown) ?? held;
  if (response !== undefined && held === undefined && !reply.raw.headersSent) {
    sendReply(reply, response);
    return;
  }
  const fields = Object.entries(reply.getHeaders());
  // Fastify goes by this alone, and would take the request for one that is still to be answered.
  reply.hijack();
  if (response === undefined) {
    abortResponse(reply.raw);
    return;
  }
  if (!reply.raw.headersSent) {
    for (const [name, value] of fields) if (value !== undefined) reply.raw.setHeader(name, value);
  }
  responder.send(response);
}

/**
 * Waits until a response was sent, or the client left. A hook that has answered must not return before: Fastify would go on
 * to the handler, also when the client left meanwhile.
 */
export async function untilSent(reply: FastifyReply): Promise<void> {
  await new Promise<void>((resolve) => reply.then(resolve, () => resolve()));
  if (!reply.sent) reply.hijack();
}
