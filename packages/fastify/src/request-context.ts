import type { Contract, RequestContext } from "@uhp-errors/core";
import { isFromUpstream, peek } from "@uhp-errors/core/internal";
import { requestContext as contextOf, defineFramework } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isTaken } from "./allowed-methods.ts";
import { warnOfOwnHandler } from "./own-handlers.ts";
import { knownState, stateOf } from "./request-state.ts";

/**
 * Returns the request context, which the methods of a contract take.
 *
 * @example
 * return contract.task.failed(task.response, thrown, requestContext(request, reply));
 */
export function requestContext(request: Pick<FastifyRequest, "raw">, reply: Pick<FastifyReply, "raw">): RequestContext {
  return contextOf(request.raw, reply.raw);
}

/**
 * Returns the headers to send along when the service calls another service for this request, so that one failure has
 * one id in all services: `x-request-id`, and `traceparent` and `tracestate` as the client sent them. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, request, reply) });
 */
export function traceHeaders(
  contract: Contract,
  request: Pick<FastifyRequest, "raw">,
  reply: Pick<FastifyReply, "raw">,
): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(request, reply));
}

/**
 * Notes an error whose body is not a stream. Fastify 4 writes a string before it ends the response, so it looks like a
 * stream.
 */
export function noteWhole({ request }: FastifyReply, payload: unknown): void {
  if (typeof payload === "string" || payload instanceof Uint8Array) stateOf(request).isWhole = true;
}

/** Notes which header fields an error has that is a copy of another service's response, before the service's own hooks add theirs. */
export function noteCopied(reply: FastifyReply): void {
  if (!isFromUpstream((name) => reply.hasHeader(name))) return;
  stateOf(reply.request).copied ??= new Set(Object.keys(reply.getHeaders()));
}

export const FIRST_ERROR = 400;

/** What Fastify knows about a request beyond Node's own objects. */
export const FASTIFY = defineFramework<FastifyReply>({
  /** Hooks may have replaced Node's headers. */
  requestHeader: (reply, name) => reply.request.headers[name],
  /** Fastify keeps the headers of a reply to itself until it writes the head. */
  responseHeader: (reply, name) => reply.getHeader(name)?.toString(),
  isSetByFramework(reply, name) {
    const value = reply.getHeader(name);
    // For a header that the reply does not have, `getHeader` returns that of Node's response.
    return value !== undefined && value !== reply.raw.getHeader(name);
  },
  isSetAfterCopy: ({ request }, name) => knownState(request)?.copied?.has(name) === false,
  isHandedOver: ({ request }) => knownState(request)?.isWhole === true,
  onReplaced: warnOfOwnHandler,
  bodyLimit: (reply) => bodyLimit(reply.request),
  route: ({ request }) => knownState(request)?.failedRoute ?? request.routeOptions.url,
  /**
   * If a handler calls `callNotFound`, `is404` is `true` even for an address with a route. So the router is asked too.
   */
  isRouted: ({ request }) => !request.is404 || isTaken(request.server, request),
  /** Fastify copies the status of an error to the reply. Any other status is one that the service has set. */
  chosenStatus: ({ statusCode }, thrown) => (statusCode === statusBrought(thrown) ? undefined : statusCode),
});

/** Returns the status that Fastify takes from an error. */
function statusBrought(thrown: unknown): unknown {
  return peek(thrown, "statusCode") || peek(thrown, "status");
}

/** The content types that Fastify has its own parsers for. These keep to the app's limit. */
const BUILT_IN = /^(?:application\/json|text\/plain)(?:[\s;]|$)/i;

/**
 * Returns how many bytes the body of a request may have. `undefined` if a parser may have its own limit: that one
 * applies if the route has none, and Fastify does not show it.
 */
function bodyLimit(request: FastifyRequest): number | undefined {
  const { bodyLimit } = request.routeOptions;
  if (bodyLimit !== request.server.initialConfig.bodyLimit) return bodyLimit;
  const { "content-length": length, "content-type": type } = request.headers;
  const exceeded = length === undefined ? BUILT_IN.test(String(type)) : Number(length) > bodyLimit;
  return exceeded ? bodyLimit : undefined;
}
