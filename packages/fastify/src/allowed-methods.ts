import { METHODS } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * The methods that routes at the request's path accept, in the order of the alphabet: what `Allow` lists. Empty when there
 * is no such route. A route that takes every path tells nothing of an address and does not count.
 */
export function allowedMethods(app: FastifyInstance, request: FastifyRequest): string[] {
  const [path = "/"] = (request.raw.url ?? "/").split("?", 1);
  return METHODS.filter((method) => isRouted(app, method, path)).sort();
}

function isRouted(app: FastifyInstance, method: string, url: string): boolean {
  try {
    const found = app.findRoute({ method, url }) as { readonly params?: Readonly<Record<string, string>> } | null;
    const rest = found?.params?.["*"];
    return found !== null && rest !== url && `/${rest}` !== url;
  } catch {
    // A path that cannot be decoded, or a router with constraints of its own.
    return false;
  }
}
