import type { Context } from "hono";

/** The parts of an app that show which methods an address accepts. */
export interface RoutedHonoApp {
  readonly routes: readonly HonoRoute[];
  readonly router: {
    match(
      method: string,
      path: string,
    ): readonly [readonly (readonly [readonly unknown[], ...unknown[]])[], ...unknown[]];
  };
}

/** A route, as Hono lists it. */
export interface HonoRoute {
  readonly method: string;
  readonly path: string;
  /** The path prefix of the app that it was mounted on. */
  readonly basePath: string;
  readonly handler: { readonly length: number };
}

/** What has a request's method and path, such as Hono's context. */
export interface Addressed {
  readonly req: { readonly method: string; readonly path: string };
}

/** The method under which `app.use` and `app.all` register their handlers. It says nothing about an address. */
const ANY_METHOD = "ALL";

/**
 * Returns the methods that routes at the request's address accept. Empty if there is no such route, if one accepts the
 * request's own method and passed the request on, or if the routes cannot be read. Never throws.
 */
export function allowedMethods({ routes, router }: RoutedHonoApp, c: Addressed): readonly string[] {
  try {
    const methods = new Set<string>();
    for (const method of new Set(routes.map((route) => route.method))) {
      if (method !== ANY_METHOD && method !== "HEAD" && takes(router, method, c.req.path)) methods.add(method);
    }
    // Hono answers HEAD with the routes for GET, and ignores routes for HEAD.
    if (methods.has("GET")) methods.add("HEAD");
    return methods.has(c.req.method) ? [] : [...methods];
  } catch {
    return [];
  }
}

function takes(router: RoutedHonoApp["router"], method: string, path: string): boolean {
  const [handlers] = router.match(method, path);
  return handlers.some(([[, route]]) => isOfAddress(route as HonoRoute, method));
}

/** Whether a route accepts one method at an address, and is not middleware for the whole app. */
function isOfAddress(route: HonoRoute, wanted: string): boolean {
  return route.method === wanted && !isForAll(route);
}

/** Whether a route is middleware for a whole app. */
function isForAll({ path, basePath, handler }: HonoRoute): boolean {
  return path === `${basePath === "/" ? "" : basePath}/*` && handler.length > 1;
}

/** This package's own middleware, which never ends a request by itself. */
const OURS = new WeakSet<object>();

/** Notes that a function is middleware that passes every request on. */
export function noteMiddleware<Made extends object>(middleware: Made): Made {
  OURS.add(middleware);
  return middleware;
}

/**
 * Whether Hono has matched a route to a request. `undefined` if it only matched middleware for a path, because a
 * mounted app and a handler for all methods look the same there. Never throws.
 */
export function isRouted(c: Context): boolean | undefined {
  try {
    const all = c.req.matchedRoutes as readonly HonoRoute[];
    const matched = all.filter((route) => !isForAll(route) && !OURS.has(route.handler));
    if (matched.some(({ method, handler }) => method !== ANY_METHOD || handler.length < 2)) return true;
    return matched.length === 0 ? false : undefined;
  } catch {
    return undefined;
  }
}
