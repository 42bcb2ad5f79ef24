import type { ServerResponse } from "node:http";
import type { sendError } from "@uhp-errors/fastify";
import type { NodeRequest } from "@uhp-errors/node";

/** A request, as handlers and guards of Nest get it: Express's, Fastify's, or Node's own. */
export type NestRequest = NodeRequest | { readonly raw: NodeRequest };

/** A response, as handlers and filters of Nest get it: Express's, Fastify's reply, or Node's own. */
export type NestResponse = ServerResponse | { readonly raw: ServerResponse };

type FastifyPair = readonly [request: Parameters<typeof sendError>[2], reply: Parameters<typeof sendError>[3]];

/** Node's own request. */
export function nodeRequest(request: NestRequest): NodeRequest {
  return "raw" in request ? request.raw : request;
}

/** Node's own response. */
export function nodeResponse(response: NestResponse): ServerResponse {
  return "raw" in response ? response.raw : response;
}

/** Fastify's objects for a request; `undefined` on Express, and in middleware, which gets Node's own on both platforms. */
export function fastifyPair(request: NestRequest, response: NestResponse): FastifyPair | undefined {
  return "raw" in request && "raw" in response ? ([request, response] as unknown as FastifyPair) : undefined;
}
