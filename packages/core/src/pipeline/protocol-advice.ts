import { header, type RequestContext, routeOf } from "../http/request-context.ts";
import type { Protocol } from "./protocols.ts";

/** Pairs of a protocol and an address that are remembered. Paths without a route are the client's, so they must have an end. */
const MAX_TOLD = 200;

/** A path that can be part of a line of code as it is. */
const PLAIN = /^\/[\w./~@-]{0,200}$/;

/** Tells once for each route and protocol how to keep answers of another protocol as the service writes them. */
export class ProtocolAdvice {
  readonly #told = new Set<string>();

  /** A sentence for the report of an answer that is replaced; `undefined` when it was told before, or when nothing can be said. */
  first(protocol: Protocol, context: RequestContext): string | undefined {
    const line = appliesToLine(protocol, context);
    if (line === undefined) return undefined;
    const key = `${protocol.name} ${line}`;
    if (this.#told.has(key) || this.#told.size >= MAX_TOLD) return undefined;
    this.#told.add(key);
    return `${subject(protocol)} was replaced, which clients of that protocol cannot read; to leave such answers as they are, write the option ${line}`;
  }
}

function subject({ name, extent }: Protocol): string {
  return extent === "pages" ? "an HTML page" : `an answer of ${name}`;
}

/** The option that keeps answers like this one out of the contract, as code; `undefined` when no line would be right. */
function appliesToLine(protocol: Protocol, context: RequestContext): string | undefined {
  if (protocol.extent === "pages") {
    // Who does not ask for a page has no use for one.
    const accepted = header(context, "accept") ?? "";
    return accepted.includes("text/html")
      ? 'appliesTo: (request) => !request.header("accept")?.includes("text/html")'
      : undefined;
  }
  const path = fixedPart(routeOf(context)) ?? partOf(context.path, protocol);
  if (!PLAIN.test(path) || path === "/") return undefined;
  return path.endsWith("/")
    ? `appliesTo: ({ path }) => !path.startsWith("${path}")`
    : `appliesTo: ({ path }) => path !== "${path}"`;
}

/** The pattern of a route up to its first parameter; `undefined` when there is nothing before it. */
function fixedPart(route = ""): string | undefined {
  const parameter = route.search(/[^\w./~@-]/);
  const fixed = parameter < 0 ? route : route.slice(0, route.lastIndexOf("/", parameter) + 1);
  return fixed.length > 1 ? fixed : undefined;
}

/** What of a path without a route belongs to a protocol: the whole, or all below its first segment. */
function partOf(path: string, { extent }: Protocol): string {
  const second = extent === "below" ? path.indexOf("/", 1) : -1;
  return second < 0 ? path : path.slice(0, second + 1);
}
