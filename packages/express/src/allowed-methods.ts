import { pathOf } from "@uhp-errors/core/adapter";
import type { NodeRequest } from "@uhp-errors/node/internal";
import { builtin } from "@uhp-errors/node/internal";
import { type App, behind, type Layer, MAX_DEPTH, stackOf } from "./router.ts";

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
  return methods.has(request.method ?? "") ? [] : [...methods].sort();
}

/** Whether a route at the request's path accepts its method. A route that matches every path does not count. */
export function isTaken(request: NodeRequest): boolean {
  const methods = methodsAt(request);
  return methods.has(ANY) || methods.has(request.method ?? "");
}

/**
 * Whether the request is at a path on which a function is mounted that is not a router. That function may be a handler
 * or middleware.
 */
export function isInMounted(request: NodeRequest): boolean {
  const { app, baseUrl = "" } = request as ExpressRequest;
  const path = baseUrl.slice(app.path().length);
  return path !== "" && hasMounted(stackOf(request), path, 0);
}

function hasMounted(stack: readonly Layer[], path: string, depth: number): boolean {
  return stack.some((layer) => {
    if (layer.route !== undefined || layer.match(NOWHERE) !== false) return false;
    const match = layer.match(path);
    if (match === false) return false;
    const inner = depth < MAX_DEPTH ? layer.handle?.stack : undefined;
    return inner === undefined || hasMounted(inner, behind(path, match === true ? layer : match), depth + 1);
  });
}

/** Returns the methods that routes at the request's path accept; none if the routes cannot be read. */
function methodsAt(request: NodeRequest): Set<string> {
  try {
    const { app, baseUrl = "" } = request as ExpressRequest;
    const full = baseUrl + pathOf(request.url ?? "");
    const mount = app.path();
    // If an app is mounted under a pattern, it is not known which part of the path is its own.
    if (!full.startsWith(mount)) return new Set();
    // To be mounted at "/" is the same as not to be mounted.
    const [path] = full.slice(mount.endsWith("/") ? mount.length - 1 : mount.length).split("?", 1);
    const methods = new Set<string>();
    collect(stackOf(request), path || "/", methods, 0);
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
    const methods = new Set<string>();
    collect(stack, pathOf(request.url ?? "") || "/", methods, 0);
    return methods.has(request.method ?? "");
  } catch {
    return false;
  }
}

function collect(stack: readonly Layer[], path: string, methods: Set<string>, depth: number): void {
  for (const layer of stack) {
    const inner = depth < MAX_DEPTH ? layer.handle?.stack : undefined;
    if (layer.route !== undefined) collectRoute(layer, layer.route, path, methods);
    else if (inner !== undefined) {
      const match = layer.match(path);
      if (match !== false) collect(inner, behind(path, match === true ? layer : match), methods, depth + 1);
    }
  }
}

function collectRoute(layer: Layer, route: NonNullable<Layer["route"]>, path: string, methods: Set<string>): void {
  if (layer.match(NOWHERE) !== false || layer.match(path) === false) return;
  if (takesEveryMethod(route.methods)) {
    methods.add(ANY);
    return;
  }
  for (const [method, accepted] of Object.entries(route.methods)) {
    if (accepted && method !== "_all") methods.add(method.toUpperCase());
  }
}

/**
 * Whether a route was made by `app.all`, which registers every method that Node knows. It is used like middleware, so
 * it says nothing about an address.
 */
function takesEveryMethod(methods: Readonly<Record<string, boolean>>): boolean {
  return methods["_all"] === true || Object.values(methods).filter(Boolean).length >= builtin.http.METHODS.length - 1;
}
