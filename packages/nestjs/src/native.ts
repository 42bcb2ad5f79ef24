import type { ServerResponse } from "node:http";
import type { sendError } from "@uhp-errors/fastify";
import type { NodeRequest } from "@uhp-errors/node/internal";

/** The request that Nest passes to handlers and guards: Express's, Fastify's, or Node's own. */
export type NestRequest = NodeRequest | { readonly raw: NodeRequest };

/** The response that Nest passes to handlers and filters: Express's, Fastify's reply, or Node's own. */
export type NestResponse = ServerResponse | { readonly raw: ServerResponse };

type FastifyPair = readonly [request: Parameters<typeof sendError>[2], reply: Parameters<typeof sendError>[3]];

export function nodeRequest(request: NestRequest): NodeRequest {
  return "raw" in request ? request.raw : request;
}

export function nodeResponse(response: NestResponse): ServerResponse {
  return "raw" in response ? response.raw : response;
}

/**
 * Returns Fastify's request and reply; `undefined` on Express. Also `undefined` in middleware, which gets Node's own
 * objects on both platforms.
 */
export function fastifyPair(request: NestRequest, response: NestResponse): FastifyPair | undefined {
  return "raw" in request && "raw" in response ? ([request, response] as unknown as FastifyPair) : undefined;
}
