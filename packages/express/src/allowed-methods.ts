import { pathOf } from "@uhp-errors/core/adapter";
import type { NodeRequest } from "@uhp-errors/node/internal";
import { builtin } from "@uhp-errors/node/internal";
import { type App, type Layer, searchLayers, stackOf } from "./router.ts";

/**
 * A path that no service has a route for. A route that matches it matches every path, so it says nothing about one
 * address.
 */
const NOWHERE = "/~/~/~/~/~/~/~/~";

/** Stands for all methods. `app.all` accepts them. */
const ANY = "*";

/** A request, as Express's routers change it. */
type ExpressRequest = NodeRequest & { readonly app: App; readonly baseUrl?: string };

/**
 * Returns the methods that routes at the request's path accept, in alphabetical order, for the `Allow` header. Empty if
 * there is no such route, if one accepts the request's own method and passed the request on, or if the routes cannot be
 * read.
 */
export function allowedMethods(request: NodeRequest): string[] {
  const methods = methodsAt(request);
  methods.delete(ANY);
  return methods.has(String(request.method)) ? [] : [...methods].sort();
}

/** Whether a route at the request's path accepts its method. A route that matches every path does not count. */
export function isTaken(request: NodeRequest): boolean {
  const methods = methodsAt(request);
  return methods.has(ANY) || methods.has(String(request.method));
}

/**
 * Whether the request is at a path on which a function is mounted that is not a router. That function may be a handler
 * or middleware.
 */
export function isInMounted(request: NodeRequest): boolean {
  const { app, baseUrl = "" } = request as ExpressRequest;
  const path = baseUrl.slice(app.path().length);
  if (path === "") return false;
  const isMounted = searchLayers(
    stackOf(request),
    path,
    (layer, rest, mounts) =>
      (layer.route === undefined &&
        layer.handle?.stack === undefined &&
        [layer, ...mounts.map((mount) => mount.layer)].every((one) => one.match(NOWHERE) === false) &&
        layer.match(rest) !== false) ||
      undefined,
  );
  return isMounted === true;
}

/** Returns the methods that routes at the request's path accept; none if the routes cannot be read. */
function methodsAt(request: NodeRequest): Set<string> {
  try {
    const { app, baseUrl = "" } = request as ExpressRequest;
    const full = baseUrl + pathOf(String(request.url));
    const mount = app.path();
    // If an app is mounted under a pattern, it is not known which part of the path is its own.
    if (!full.startsWith(mount)) return new Set();
    // To be mounted at "/" is the same as not to be mounted.
    const path = full.slice(mount.endsWith("/") ? mount.length - 1 : mount.length);
    const methods = methodsOf(stackOf(request), path);
    if (methods.has("GET")) methods.add("HEAD");
    return methods;
  } catch {
    // The router's structure is not part of Express's API. A path that cannot be decoded throws while it is matched.
    return new Set();
  }
}

/** Whether one of the layers has a route that accepts a request. */
export function takes(stack: readonly Layer[], request: NodeRequest): boolean {
  try {
    return methodsOf(stack, pathOf(String(request.url))).has(String(request.method));
  } catch {
    return false;
  }
}

function methodsOf(stack: readonly Layer[], path: string): Set<string> {
  const methods = new Set<string>();
  searchLayers(stack, path || "/", (layer, rest) => {
    const { route } = layer;
    if (route === undefined || layer.match(NOWHERE) !== false || layer.match(rest) === false) return;
    const accepted = Object.keys(route.methods).filter((method) => route.methods[method]);
    for (const method of takesEveryMethod(route.methods) ? [ANY] : accepted) methods.add(method.toUpperCase());
  });
  return methods;
}

/**
 * Whether a route was made by `app.all`, which registers every method that Node knows. It is used like middleware, so
 * it says nothing about an address.
 */
function takesEveryMethod(methods: Readonly<Record<string, boolean>>): boolean {
  return methods["_all"] === true || Object.values(methods).filter(Boolean).length >= builtin.http.METHODS.length - 1;
}
