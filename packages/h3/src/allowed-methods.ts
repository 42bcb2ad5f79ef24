import type { H3Event } from "./event.ts";

/** The methods that h3 has routes for. */
const METHODS = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"] as const;

/** A path without a route of its own. A route that takes it takes every path, so it says nothing about an address. */
const NOWHERE = "/~/~/~/~/~/~/~/~";

/** How h3 looks for a route. Nitro also leaves there what its rules say of the path. */
type FindRoute = (event: {
  readonly req: { readonly method: string };
  readonly url: { readonly pathname: string };
  readonly context: object;
}) => { readonly data?: unknown } | undefined;

/**
 * The methods that routes at the event's path accept, in the order of the alphabet: what `Allow` lists. Empty when there is no such
 * route, or when h3's router cannot be asked. Never throws.
 */
export function allowedMethods({ app, url }: Pick<H3Event, "app" | "url">): readonly string[] {
  try {
    const find = Reflect.get(Object(app), "~findRoute") as FindRoute;
    const taker = (method: string, pathname: string) =>
      find.call(app, { req: { method }, url: { pathname }, context: {} })?.data;
    return METHODS.filter((method) => {
      const route = taker(method, url.pathname);
      return route !== undefined && route !== taker(method, NOWHERE);
    });
  } catch {
    // Under this name h3 finds a route, but it is no promise.
    return [];
  }
}
