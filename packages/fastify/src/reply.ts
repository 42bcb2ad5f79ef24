import type { ErrorResponse } from "@uhp-errors/core";
import { type AdapterContract, REPRESENTATION_HEADERS } from "@uhp-errors/core/adapter";
import { type Responder, responderOf } from "@uhp-errors/node";
import { abortResponse, handOverResponse, hasHead, heldResponse } from "@uhp-errors/node/internal";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Returns the `Responder` for a request; `undefined` if the contract does not apply to it. */
export function responderFor(
  contract: AdapterContract,
  request: FastifyRequest,
  reply: FastifyReply,
): Responder | undefined {
  return responderOf(contract, request.raw, reply.raw);
}

/**
 * Sends an error response through Fastify, so that Fastify's hooks run. No serializer and no response schema changes
 * the body, because it is a string with an explicit content type.
 */
export function sendReply(reply: FastifyReply, response: ErrorResponse): FastifyReply {
  handOverResponse(reply.raw, response);
  // The headers of another body go. Each removal makes Fastify's object slower, and the reply has few headers of its own.
  for (const name of Object.keys(reply.getHeaders())) {
    if (REPRESENTATION_HEADERS.includes(name)) reply.removeHeader(name);
  }
  return reply.code(response.status).headers(response.headers).serializer(asIs).send(response.body);
}

function asIs(body: string): string {
  return body;
}

/** Refuses a version that is not served. Returns `false` if there is nothing to refuse. */
export function refuseVersion(responder: Responder, reply: FastifyReply): boolean {
  const refusal = responder.checkVersion();
  if (refusal !== undefined) sendReply(reply, refusal);
  return refusal !== undefined;
}

/** Answers a thrown value. */
export function replyWithError(responder: Responder, thrown: unknown, reply: FastifyReply): void {
  // After `reply.hijack()` Fastify sends nothing more. The response is what the handler wrote to `reply.raw`.
  if (reply.sent) {
    responder.sendError(thrown);
    return;
  }
  // If there is one, a hook has failed on it. The hook's own error comes too late.
  const held = heldResponse(reply.raw);
  const response = responder.respond(thrown) ?? held;
  if (response !== undefined && held === undefined && !hasHead(reply.raw)) {
    sendReply(reply, response);
    return;
  }
  if (response === undefined) {
    reply.hijack();
    abortResponse(reply.raw);
  } else {
    takeOver(reply);
    responder.send(response);
  }
}

/** Takes the response out of Fastify's hands, with the headers that were set on the reply. */
export function takeOver(reply: FastifyReply): void {
  // Fastify only checks this flag. Without it, Fastify would treat the request as unanswered.
  reply.hijack();
  if (hasHead(reply.raw)) return;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}

/**
 * Waits until a response was sent or the client has left. A hook that has answered must wait for this. Otherwise
 * Fastify goes on to the handler, even if the client has left meanwhile.
 */
export async function untilSent(reply: FastifyReply): Promise<void> {
  await new Promise<void>((resolve) => reply.then(resolve, () => resolve()));
  if (!reply.sent) reply.hijack();
}
