import type { H3Event } from "./event.ts";

/** The methods that h3 has routes for. */
const METHODS = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"] as const;

/**
 * A path that no service has a route for. A route that matches it matches every path, so it says nothing about one
 * address.
 */
const NOWHERE = "/~/~/~/~/~/~/~/~";

/** h3's function that finds a route. Nitro also adds what its own rules say about the path. */
type FindRoute = (event: {
  readonly req: { readonly method: string };
  readonly url: { readonly pathname: string };
  readonly context: object;
}) => { readonly data?: unknown } | undefined;

/**
 * Returns the methods that routes at the event's path accept, in alphabetical order, for the `Allow` header. Empty if
 * there is no such route, or if h3's router cannot be asked. Never throws.
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
    // This method is not part of h3's documented API.
    return [];
  }
}
