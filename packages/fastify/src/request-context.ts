import type { RequestContext } from "@uhp-errors/core";
import { peek } from "@uhp-errors/core/untrusted";
import { requestContext as contextOf, type FrameworkContext } from "@uhp-errors/node";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * The request context that methods of a contract take.
 *
 * @example
 * return contract.task.failed(task.response, thrown, requestContext(request, reply));
 */
export function requestContext(request: Pick<FastifyRequest, "raw">, reply: Pick<FastifyReply, "raw">): RequestContext {
  return contextOf(request.raw, reply.raw);
}

/** What Fastify knows of a request beyond Node's own objects. */
export class FastifyRequestContext implements FrameworkContext {
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

  isSetByFramework(name: string): boolean {
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
  chosenStatus(thrown: unknown): number | undefined {
    const { statusCode } = this.#reply;
    return statusCode === statusBrought(thrown) ? undefined : statusCode;
  }
}

/** The status that Fastify gives a reply because of an error. */
function statusBrought(thrown: unknown): unknown {
  return peek(thrown, "statusCode") || peek(thrown, "status");
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
