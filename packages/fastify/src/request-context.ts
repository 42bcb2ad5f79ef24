import type { Contract, RequestContext } from "@uhp-errors/core";
import { notes, shared } from "@uhp-errors/core/adapter";
import { peek } from "@uhp-errors/core/untrusted";
import { requestContext as contextOf, defineFramework } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isTaken } from "./allowed-methods.ts";
import { warnOfOwnHandler } from "./own-handlers.ts";

/**
 * The request context that methods of a contract take.
 *
 * @example
 * return contract.task.failed(task.response, thrown, requestContext(request, reply));
 */
export function requestContext(request: Pick<FastifyRequest, "raw">, reply: Pick<FastifyReply, "raw">): RequestContext {
  return contextOf(request.raw, reply.raw);
}

/**
 * The headers to send along when the service calls another one for this request, so that one failure has one id in all services:
 * `x-request-id`, and `traceparent` and `tracestate` as they came. Never throws.
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

/** The patterns of routes whose handlers failed. */
const ROUTES = /* @__PURE__ */ shared("fastify/routes", () => notes<FastifyReply, string>());

/**
 * Notes the route whose handler failed. Fastify 4 makes a frozen object on each access, and the shapes of many fill the heap until a full
 * collection.
 */
export function noteRoute(reply: FastifyReply, pattern: string | undefined): void {
  if (pattern !== undefined && ROUTES.get(reply) === undefined) ROUTES.put(reply, pattern);
}

/** Replies to which an error was handed as a string or as bytes. */
const WHOLE = /* @__PURE__ */ shared("fastify/whole", () => notes<FastifyReply, true>());

/** Notes an error that is no stream: Fastify 4 writes a string before it ends, as a stream is written. */
export function noteWhole(reply: FastifyReply, payload: unknown): void {
  const isWhole = typeof payload === "string" || payload instanceof Uint8Array;
  if (isWhole && WHOLE.get(reply) === undefined) WHOLE.put(reply, true);
}

/** Where successes end and errors begin. */
export const FIRST_ERROR = 400;

/** What Fastify knows of a request beyond Node's own objects. */
export const FASTIFY = defineFramework<FastifyReply>({
  /** What hooks have set in the place of Node's. */
  requestHeader: (reply, name) => reply.request.headers[name],
  /** Fastify keeps the headers of a reply to itself until it writes its head. */
  responseHeader: (reply, name) => reply.getHeader(name)?.toString(),
  isSetByFramework(reply, name) {
    const value = reply.getHeader(name);
    // For a field that the reply has not, Fastify looks at Node's response.
    return value !== undefined && value !== reply.raw.getHeader(name);
  },
  isHandedOver: (reply) => WHOLE.get(reply) === true,
  onReplaced: warnOfOwnHandler,
  bodyLimit: (reply) => bodyLimit(reply.request),
  route: (reply) => ROUTES.get(reply) ?? reply.request.routeOptions.url,
  /** For a handler that calls `callNotFound`, Fastify says the same as for an address without a route, so its router is asked too. */
  isRouted: ({ request }) => !request.is404 || isTaken(request.server, request),
  /** Fastify copies the status of an error to the reply; what differs from it is the service's own word. */
  chosenStatus: ({ statusCode }, thrown) => (statusCode === statusBrought(thrown) ? undefined : statusCode),
});

/** The status that Fastify gives a reply because of an error. */
function statusBrought(thrown: unknown): unknown {
  return peek(thrown, "statusCode") || peek(thrown, "status");
}

/** Content types that Fastify itself has parsers for, which keep to the app's limit. */
const BUILT_IN = /^(?:application\/json|text\/plain)(?:[\s;]|$)/i;

/**
 * The bytes that a body of the request may have; `undefined` when a parser may have a limit of its own, which counts where the
 * route has none and which no request can name.
 */
function bodyLimit(request: FastifyRequest): number | undefined {
  const { bodyLimit } = request.routeOptions;
  if (bodyLimit !== request.server.initialConfig.bodyLimit) return bodyLimit;
  const { "content-length": length, "content-type": type = "" } = request.headers;
  const exceeded = length === undefined ? BUILT_IN.test(type) : Number(length) > bodyLimit;
  return exceeded ? bodyLimit : undefined;
}
