import type { Context } from "hono";

/** What is relied upon of an app to tell which methods an address accepts. */
export interface RoutedHonoApp {
  readonly routes: readonly HonoRoute[];
  readonly router: {
    match(
      method: string,
      path: string,
    ): readonly [readonly (readonly [readonly unknown[], ...unknown[]])[], ...unknown[]];
  };
}

/** A route of an app, as Hono lists it. */
export interface HonoRoute {
  readonly method: string;
  readonly path: string;
  /** What the paths of the app begin with that it was mounted on. */
  readonly basePath: string;
  readonly handler: { readonly length: number };
}

/** What `app.use` and `app.all` mount their handlers by. It tells nothing of an address. */
const ANY_METHOD = "ALL";

/**
 * The methods that routes at the request's address accept. Empty when there is no such route, when one accepts the request's own method
 * and passed it on, or when the routes cannot be read. Never throws.
 */
export function allowedMethods({ routes, router }: RoutedHonoApp, c: Context): readonly string[] {
  try {
    const methods = new Set<string>();
    for (const method of new Set(routes.map((route) => route.method))) {
      if (method !== ANY_METHOD && method !== "HEAD" && takes(router, method, c.req.path)) methods.add(method);
    }
    // Hono answers it by the routes of GET alone, and asks no route of its own.
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

/** Whether a route takes requests of one method at an address, and is no middleware for a whole app. */
function isOfAddress(route: HonoRoute, wanted: string): boolean {
  return route.method === wanted && !isForAll(route);
}

/** Whether a route is middleware for a whole app. */
function isForAll({ path, basePath, handler }: HonoRoute): boolean {
  return path === `${basePath === "/" ? "" : basePath}/*` && handler.length > 1;
}

/** Middleware of this package, which takes no request. */
const OURS = new WeakSet<object>();

/** Notes that a function only hands requests on. */
export function noteMiddleware<Made extends object>(middleware: Made): Made {
  OURS.add(middleware);
  return middleware;
}

/**
 * Whether Hono has matched a route to a request. `undefined` where only middleware of a path was matched, since an app that is mounted
 * there, and a handler for all methods, look the same. Never throws.
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
