import { type Contract, REPRESENTATION_HEADERS, type WireResponse } from "@uhp-errors/core";
import { cut, entrust, type FrameworkFacts, fail, guard } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";
import { facts } from "./facts.ts";

/** Guards Fastify's answer to a request; `false` where the contract does not apply. */
export function cover(contract: Contract, request: FastifyRequest, reply: FastifyReply): boolean {
  return guard(contract, request.raw, reply.raw, new FastifyFacts(request, reply));
}

/** What Fastify knows of a request beyond Node's own objects. */
class FastifyFacts implements FrameworkFacts {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
  }

  /** What hooks have set in the place of Node's. */
  requestHeader(name: string): string | readonly string[] | undefined {
    return this.#request.headers[name];
  }

  /** Fastify keeps the headers of a reply to itself until it writes its head. */
  responseHeader(name: string): string | undefined {
    return this.#reply.getHeader(name)?.toString();
  }

  isOnReply(name: string): boolean {
    const value = this.#reply.getHeader(name);
    // For a field that the reply has not, Fastify looks at Node's response.
    return value !== undefined && value !== this.#reply.raw.getHeader(name);
  }

  bodyLimit(): number | undefined {
    return bodyLimit(this.#request);
  }

  route(): string | undefined {
    return this.#request.routeOptions.url;
  }

  /** Fastify copies the status of an error to the reply; what differs from it is the service's own word. */
  statusSet(thrown: unknown): number | undefined {
    const { statusCode } = this.#reply;
    return statusCode === statusBrought(thrown) ? undefined : statusCode;
  }
}

/** The status that Fastify gives a reply because of an error. */
function statusBrought(thrown: unknown): unknown {
  try {
    const { statusCode, status } = Object(thrown) as { readonly statusCode?: unknown; readonly status?: unknown };
    return statusCode || status;
  } catch {
    return undefined;
  }
}

/** Content types that Fastify itself has parsers for, which keep to the app's limit. */
const BUILT_IN = /^(?:application\/json|text\/plain)(?:[\s;]|$)/i;

/**
 * The bytes that a body of the request may have; `undefined` when a parser may have a limit of its own, which counts where the
 * route has none and which nobody can ask for.
 */
function bodyLimit(request: FastifyRequest): number | undefined {
  const { bodyLimit } = request.routeOptions;
  if (bodyLimit !== request.server.initialConfig.bodyLimit) return bodyLimit;
  const { "content-length": length, "content-type": type = "" } = request.headers;
  const exceeded = length === undefined ? BUILT_IN.test(type) : Number(length) > bodyLimit;
  return exceeded ? bodyLimit : undefined;
}

/**
 * Sends a finished answer through Fastify, so that its hooks run. A text with an explicit content type passes every
 * serializer and every schema for responses by.
 */
export function send(reply: FastifyReply, wire: WireResponse): FastifyReply {
  entrust(reply.raw, wire);
  for (const name of REPRESENTATION_HEADERS) reply.removeHeader(name);
  return reply
    .code(wire.status)
    .headers(wire.headers)
    .serializer((body: string) => body)
    .send(wire.body);
}

/** Refuses a version that cannot be served; `false` when there is nothing to refuse. */
export function refuse(contract: Contract, request: FastifyRequest, reply: FastifyReply): boolean {
  const refusal = contract.gate(facts(request, reply));
  if (refusal !== undefined) send(reply, refusal);
  return refusal !== undefined;
}

/** Answers anything that was thrown. */
export function answer(contract: Contract, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // After `hijack` Fastify sends nothing more, and what the handler began on the raw response is all there is.
  if (reply.sent) {
    fail(contract, thrown, request.raw, reply.raw);
    return;
  }
  const wire = contract.respond(thrown, facts(request, reply));
  if (wire !== undefined) {
    send(reply, wire);
    return;
  }
  // Fastify goes by this alone, and would take the request for one that is still to be answered.
  reply.hijack();
  cut(reply.raw);
}

/**
 * Waits until an answer has left, or the client has. A hook that has answered must not return before: Fastify would go on to
 * the handler, also when the client left meanwhile.
 */
export async function untilGone(reply: FastifyReply): Promise<void> {
  await new Promise<void>((resolve) => reply.then(resolve, () => resolve()));
  if (!reply.sent) reply.hijack();
}
