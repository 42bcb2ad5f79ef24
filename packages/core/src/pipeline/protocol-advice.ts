import { header, type RequestContext, routeOf } from "../http/request-context.ts";
import type { Protocol } from "./protocols.ts";

/** The most pairs of protocol and path that are remembered. Clients choose the paths that have no route, so there must be a limit. */
const MAX_TOLD = 200;

/** A path that can appear in a line of code without escaping. */
const PLAIN = /^\/[\w./~@-]{0,200}$/;

/**
 * Explains, once for each route and protocol, how to keep responses of another protocol as the service writes them, and once for each route,
 * what to do instead of a copy of another service's response.
 */
export class ProtocolAdvice {
  readonly #told = new Set<string>();

  /** Returns a sentence for the report of a replaced response; `undefined` if it was given before, or if there is no advice. */
  first(protocol: Protocol, context: RequestContext): string | undefined {
    const line = appliesToLine(protocol, context);
    if (line === undefined) return undefined;
    return this.#isFirst(`${protocol.name} ${line}`) ? `${subject(protocol)}${WAS_REPLACED}${line}` : undefined;
  }

  /** Returns a sentence for the report of a copy; `undefined` if it was given before. */
  firstCopy(vendor: string, context: RequestContext): string | undefined {
    if (!this.#isFirst(`copy ${context.method} ${routeOf(context) ?? context.path}`)) return undefined;
    return `another service's response was passed on, whose status is not about this request: throw "${vendor}_upstream_error" where that service fails, name the codes that may pass with relay, or leave out what is only proxied with the option appliesTo`;
  }

  #isFirst(key: string): boolean {
    if (this.#told.has(key) || this.#told.size >= MAX_TOLD) return false;
    this.#told.add(key);
    return true;
  }
}

/** The part of the advice between the replaced response and the line to write. */
const WAS_REPLACED =
  " was replaced, which clients of that protocol cannot read; to leave such answers as they are, write the option ";

/**
 * Splits an advice in a report's `misuse` into its two parts: what was replaced, and the line to write. `undefined` if the string is not
 * such an advice.
 */
export function adviceIn(misuse: string): { readonly replaced: string; readonly line: string } | undefined {
  const end = misuse.indexOf(WAS_REPLACED);
  return end < 0 ? undefined : { replaced: misuse.slice(0, end), line: misuse.slice(end + WAS_REPLACED.length) };
}

function subject({ name, extent }: Protocol): string {
  return extent === "pages" ? "an HTML page" : `an answer of ${name}`;
}

/** Returns code for the option that exempts responses like this one from the contract; `undefined` if no line would be right. */
function appliesToLine(protocol: Protocol, context: RequestContext): string | undefined {
  if (protocol.extent === "pages") {
    // A client that does not ask for a page cannot use one.
    return header(context, "accept")?.includes("text/html")
      ? 'appliesTo: (request) => !request.header("accept")?.includes("text/html")'
      : undefined;
  }
  const path = fixedPart(routeOf(context)) ?? partOf(context.path, protocol);
  if (!PLAIN.test(path) || path === "/") return undefined;
  return path.endsWith("/")
    ? `appliesTo: ({ path }) => !path.startsWith("${path}")`
    : `appliesTo: ({ path }) => path !== "${path}"`;
}

/** Returns the pattern of a route up to its first parameter; `undefined` if nothing precedes the parameter. */
function fixedPart(route: string | undefined): string | undefined {
  if (route === undefined) return undefined;
  const parameter = route.search(/[^\w./~@-]/);
  const fixed = parameter < 0 ? route : route.slice(0, route.lastIndexOf("/", parameter) + 1);
  return fixed.length > 1 ? fixed : undefined;
}

/** Returns the part of a path without a route that belongs to a protocol: the whole path, or everything below its first segment. */
function partOf(path: string, { extent }: Protocol): string {
  const second = extent === "below" ? path.indexOf("/", 1) : -1;
  return second < 0 ? path : path.slice(0, second + 1);
}
