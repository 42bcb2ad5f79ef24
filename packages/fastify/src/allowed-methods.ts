import { METHODS } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Answered for every address where a service lets browsers ask what they may do, so it tells nothing of one. */
const PREFLIGHT = "OPTIONS";

/**
 * The methods that routes at the request's path accept, in the order of the alphabet: what `Allow` lists. Empty when there
 * is no such route. A route that takes every path tells nothing of an address and does not count.
 */
export function allowedMethods(app: FastifyInstance, request: FastifyRequest): string[] {
  const [path = "/"] = (request.raw.url ?? "/").split("?", 1);
  const methods = METHODS.filter((method) => isRouted(app, method, path)).sort();
  return methods.every((method) => method === PREFLIGHT) ? [] : methods;
}

function isRouted(app: FastifyInstance, method: string, url: string): boolean {
  try {
    const found = app.findRoute({ method, url }) as { readonly params?: Readonly<Record<string, string>> } | null;
    const rest = found?.params?.["*"];
    return found !== null && (rest === undefined || plain(rest) !== plain(url));
  } catch {
    // A path that cannot be decoded, or a router with constraints of its own.
    return false;
  }
}

/** A path without what the router looks past: escapes, parameters, and slashes at an end or in a row. */
function plain(path: string): string {
  const [target = ""] = path.split(";", 1);
  return decodeURIComponent(target)
    .split("/")
    .filter((segment) => segment !== "")
    .join("/");
}
