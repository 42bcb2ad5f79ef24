import { METHODS } from "node:http";
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";

/** Answered for every address where a service lets browsers ask what they may do, so it tells nothing of one. */
const PREFLIGHT = "OPTIONS";

/**
 * The methods that routes at the request's path accept, in the order of the alphabet: what `Allow` lists. Empty when there
 * is no such route. A route that takes every path tells nothing of an address and does not count.
 */
export function allowedMethods(app: FastifyInstance, request: FastifyRequest): string[] {
  const path = pathOf(request);
  const methods = METHODS.filter((method) => isOfAddress(app, method, path)).sort();
  return methods.every((method) => method === PREFLIGHT) ? [] : methods;
}

/** Whether a route takes the request: its address and its method. */
export function isTaken(app: FastifyInstance, request: FastifyRequest): boolean {
  try {
    return find(app, request.raw.method ?? "", pathOf(request)) !== null;
  } catch {
    return false;
  }
}

function isOfAddress(app: FastifyInstance, method: string, url: string): boolean {
  try {
    const found = find(app, method, url);
    const rest = found?.params?.["*"];
    return found !== null && (rest === undefined || plain(rest) !== plain(url));
  } catch {
    // A path that cannot be decoded, or a router with constraints of its own.
    return false;
  }
}

interface Found {
  readonly params?: Readonly<Record<string, string>>;
}

function find(app: FastifyInstance, method: string, url: string): Found | null {
  return app.findRoute({ method: method as HTTPMethods, url }) as Found | null;
}

/** The path for which Fastify looks up a route. */
function pathOf({ raw }: FastifyRequest): string {
  const [path = "/"] = (raw.url ?? "/").split("?", 1);
  return path;
}

/** A path without what the router looks past: escapes, parameters, and slashes at an end or in a row. */
function plain(path: string): string {
  const [target = ""] = path.split(";", 1);
  return decodeURIComponent(target)
    .split("/")
    .filter((segment) => segment !== "")
    .join("/");
}
