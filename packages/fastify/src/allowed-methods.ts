import { pathOf } from "@uhp-errors/core/adapter";
import { peek, peekString } from "@uhp-errors/core/internal";
import { builtin } from "@uhp-errors/node/internal";
import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";

/** If a service allows CORS, it answers OPTIONS for every address. So OPTIONS says nothing about one address. */
const PREFLIGHT = "OPTIONS";

/**
 * Returns the methods that routes at the request's path accept, in alphabetical order, for the `Allow` header. Empty if
 * there is no such route. A route that matches every path does not count, because it says nothing about one address.
 */
export function allowedMethods(app: FastifyInstance, request: FastifyRequest): string[] {
  const path = pathOf(String(request.raw.url));
  const methods = builtin.http.METHODS.filter((method) => isOfAddress(app, method, path));
  return methods.every((method) => method === PREFLIGHT) ? [] : methods;
}

/** Whether a route accepts the request, by its address and its method. */
export function isTaken(app: FastifyInstance, request: FastifyRequest): boolean {
  try {
    return find(app, String(request.raw.method), pathOf(String(request.raw.url))) !== null;
  } catch {
    return false;
  }
}

function isOfAddress(app: FastifyInstance, method: string, url: string): boolean {
  try {
    const found = find(app, method, url);
    const rest = peekString(peek(found, "params"), "*");
    return found !== null && (rest === undefined || plain(rest) !== plain(url));
  } catch {
    // The path cannot be decoded, or the router has constraints of its own.
    return false;
  }
}

function find(app: FastifyInstance, method: string, url: string): unknown {
  return app.findRoute({ method: method as HTTPMethods, url });
}

/** Removes what Fastify's router ignores in a path: escapes, parameters, and slashes at an end or in a row. */
function plain(path: string): string {
  return decodeURIComponent(path.replace(/;.*/s, ""))
    .split("/")
    .filter((segment) => segment !== "")
    .join("/");
}
