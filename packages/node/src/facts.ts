import type { IncomingMessage, ServerResponse } from "node:http";
import type { Phase, RequestFacts } from "@uhp-errors/core";
import { OutgoingAnswer } from "./outgoing.ts";

/** A request of Node's; Express and Fastify keep the unmounted URL beside the one that they rewrite. */
export type NodeRequest = IncomingMessage & { readonly originalUrl?: string };

/** What a framework knows of a request beyond Node's own objects. Each part may be missing. */
export interface FrameworkFacts {
  /** The request target as the client sent it, where the framework rewrites `url` and keeps no `originalUrl` there. */
  readonly originalUrl?: string;
  /** A header field of the request by lower-case name, where the framework's own request may have others than Node's. */
  requestHeader?(name: string): string | readonly string[] | undefined;
  /** A header field that was set on the framework's own reply and has not reached Node's response, by lower-case name. */
  responseHeader?(name: string): string | undefined;
  /** Bytes that a body of this request may have, where the framework's errors do not say. */
  bodyLimit?(): number | undefined;
}

interface Known {
  readonly facts: RequestFacts;
  framework: FrameworkFacts;
}

const KNOWN = new WeakMap<IncomingMessage, Known>();

/**
 * What the contract needs to know of a request: one object for each, since the contract remembers by identity.
 *
 * @param framework Replaces what an earlier call for the same request gave.
 */
export function facts(request: NodeRequest, response: ServerResponse, framework?: FrameworkFacts): RequestFacts {
  const known = KNOWN.get(request);
  if (known !== undefined) {
    if (framework !== undefined) known.framework = framework;
    return known.facts;
  }
  const url = framework?.originalUrl ?? request.originalUrl ?? request.url ?? "";
  const made: Known = {
    framework: framework ?? {},
    facts: {
      method: request.method ?? "",
      path: pathOf(url),
      header(name) {
        const { requestHeader } = made.framework;
        const value = text(requestHeader === undefined ? request.headers[name] : requestHeader(name));
        return name === "authorization" ? authorization(value, request.rawHeaders) : value;
      },
      responseHeader: (name) => made.framework.responseHeader?.(name) ?? text(response.getHeader(name)),
      bodyLimit: () => made.framework.bodyLimit?.(),
      phase: () => phase(request, response),
    },
  };
  KNOWN.set(request, made);
  return made.facts;
}

/** Path and query of a request target, which may also come with scheme and authority (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  const authority = target.startsWith("/") ? -1 : target.indexOf("://");
  if (authority < 0) return target;
  const path = target.indexOf("/", authority + 3);
  return path < 0 ? "/" : target.slice(path);
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

function phase(request: IncomingMessage, response: ServerResponse): Phase {
  if (response.writableEnded) return "finished";
  // Destroyed with an error: by a stream of the service's that failed, not by a client that left.
  if (response.destroyed) return response.errored ? "started" : "gone";
  // The response may not know yet that its connection is closed.
  if (request.socket?.destroyed || (request.destroyed && !request.complete)) return "gone";
  if (OutgoingAnswer.of(response)?.begun) return "open";
  return response.headersSent ? "started" : "open";
}
