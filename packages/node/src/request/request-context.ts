import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestContext, ResponsePhase } from "@uhp-errors/core";
import { hasBegun, interceptionOf, nothingLeft } from "../interception/interception.ts";

/** A request of Node's; Express and Fastify keep the unmounted URL beside the one that they rewrite. */
export type NodeRequest = IncomingMessage & { readonly originalUrl?: string };

/** What a framework knows of a request beyond Node's own objects. Each part may be missing. */
export interface FrameworkContext {
  /** The request target as the client sent it, where the framework rewrites `url` and keeps no `originalUrl` there. */
  readonly originalUrl?: string;
  /** A header field of the request by lower-case name, where the framework's own request may have others than Node's. */
  requestHeader?(name: string): string | readonly string[] | undefined;
  /** A header field that was set on the framework's own reply and has not reached Node's response, by lower-case name. */
  responseHeader?(name: string): string | undefined;
  /** Whether a header field, by lower-case name, was set on the framework's own reply. */
  isSetByFramework?(name: string): boolean;
  /** Bytes that a body of this request may have, where the framework's errors do not say. */
  bodyLimit?(): number | undefined;
  /** The pattern of the route that took the request, such as `"/v1/harnesses/:id"`. */
  route?(): string | undefined;
  /** The status that the service itself had set on its answer when something was thrown; Node's own status where left out. */
  chosenStatus?(thrown: unknown): number | undefined;
  /** What stands in the way of the contract's error handler, in words, for whoever looks for a lost error. */
  mountingMistake?(): string | undefined;
  /** Told when an answer that something else wrote is replaced. */
  onReplaced?(): void;
}

/** Where a request keeps what the contract knows of it. */
const CONTEXT: unique symbol = Symbol("uhp-errors/context");

/** What the contract knows of a request on Node's HTTP server. */
export class NodeRequestContext implements RequestContext {
  readonly method: string;
  readonly path: string;
  readonly native: { readonly request: NodeRequest; readonly response: ServerResponse };
  framework: FrameworkContext | undefined;

  constructor(request: NodeRequest, response: ServerResponse, framework: FrameworkContext | undefined) {
    this.method = request.method ?? "";
    this.path = pathOf(framework?.originalUrl ?? unmountedUrl(request));
    this.native = { request, response };
    this.framework = framework;
  }

  header(name: string): string | undefined {
    const { request } = this.native;
    const value = text(this.#asks("requestHeader") ? this.framework?.requestHeader?.(name) : request.headers[name]);
    return name === "authorization" ? authorization(value, request.rawHeaders) : value;
  }

  responseHeader(name: string): string | undefined {
    const set = this.#asks("responseHeader") ? this.framework?.responseHeader?.(name) : undefined;
    return set ?? text(this.native.response.getHeader(name));
  }

  /** Whether a field of the answer was set on the framework's own reply, which hands all of its fields to `writeHead`. */
  isSetByFramework(name: string): boolean {
    return this.#asks("isSetByFramework") && this.framework?.isSetByFramework?.(name.toLowerCase()) === true;
  }

  bodyLimit(): number | undefined {
    return this.#asks("bodyLimit") ? this.framework?.bodyLimit?.() : undefined;
  }

  route(): string | undefined {
    return this.#asks("route") ? this.framework?.route?.() : undefined;
  }

  chosenStatus(thrown: unknown): number | undefined {
    const { response } = this.native;
    const interception = interceptionOf(response);
    // A head that was written says more than what a framework keeps of it.
    if (interception !== undefined && hasBegun(response)) return interception.storedStatus;
    return this.#asks("chosenStatus") ? this.framework?.chosenStatus?.(thrown) : response.statusCode;
  }

  mountingMistake(): string | undefined {
    return this.#asks("mountingMistake") ? this.framework?.mountingMistake?.() : undefined;
  }

  /** Tells the framework that an answer which something else wrote is replaced. */
  onReplaced(): void {
    if (this.#asks("onReplaced")) this.framework?.onReplaced?.();
  }

  /** Whether the framework has a method of its own for a question: what every object inherits is nobody's. */
  #asks(name: Exclude<keyof FrameworkContext, "originalUrl">): boolean {
    const method: unknown = this.framework?.[name];
    return typeof method === "function" && method !== Reflect.get(Object.prototype, name);
  }

  phase(): ResponsePhase {
    return phase(this.native.request, this.native.response);
  }
}

type KnownRequest = NodeRequest & { [CONTEXT]?: NodeRequestContext };

/**
 * What the contract needs to know of a request: one object for each, since the contract remembers by identity.
 *
 * @param framework Replaces what an earlier call for the same request gave.
 */
export function requestContext(
  request: NodeRequest,
  response: ServerResponse,
  framework?: FrameworkContext,
): NodeRequestContext {
  const known = (request as KnownRequest)[CONTEXT];
  if (known !== undefined) {
    if (framework !== undefined) known.framework = framework;
    return known;
  }
  const made = new NodeRequestContext(request, response, framework);
  (request as KnownRequest)[CONTEXT] = made;
  return made;
}

/** The URL as the client sent it: Express and Fastify keep it on the request as a property of its own. */
function unmountedUrl(request: NodeRequest): string {
  const { originalUrl } = Object.hasOwn(request, "originalUrl") ? request : { originalUrl: undefined };
  return typeof originalUrl === "string" ? originalUrl : (request.url ?? "");
}

/** The path of a request target, without its query. A target may come with scheme and authority (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  const [path = ""] = target.split("?", 1);
  const authority = path.startsWith("/") ? -1 : path.indexOf("://");
  if (authority < 0) return path;
  const slash = path.indexOf("/", authority + 3);
  return slash < 0 ? "/" : path.slice(slash);
}

/**
 * Of several lines that say who asks, Node keeps the first; which one counts is not for us to choose, so that all of them
 * are one value, which is no credential. What middleware has put in their place stands.
 */
function authorization(value: string | undefined, rawHeaders: readonly string[]): string | undefined {
  const lines = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "authorization",
  );
  return lines.length > 1 && value === lines[0] ? lines.join(", ") : value;
}

function text(value: number | string | readonly string[] | undefined): string | undefined {
  return typeof value === "object" ? value.join(", ") : value?.toString();
}

function phase(request: IncomingMessage, response: ServerResponse): ResponsePhase {
  if (response.writableEnded) return "finished";
  // Destroyed with an error: by a stream of the service's that failed, not by a client that left.
  if (response.destroyed) return response.errored ? "started" : "gone";
  // The response may not know yet that its connection is closed.
  if (request.socket?.destroyed || (request.destroyed && !request.complete)) return "gone";
  return nothingLeft(response) ? "open" : "started";
}
