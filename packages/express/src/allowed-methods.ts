import { METHODS } from "node:http";
import { pathOf } from "@uhp-errors/core/adapter";
import type { NodeRequest } from "@uhp-errors/node";
import { type App, behind, type Layer, MAX_DEPTH, stackOf } from "./router.ts";

/** A path without a route of its own. A route that matches it matches every path, so it says nothing about an address. */
const NOWHERE = "/~/~/~/~/~/~/~/~";

/** Stands for all methods, which `app.all` accepts. */
const ANY = "*";

/** A request as Express's routers have it. */
type ExpressRequest = NodeRequest & { readonly app: App; readonly baseUrl?: string };

/**
 * The methods that routes at the request's path accept, in the order of the alphabet: what `Allow` lists. Empty when
 * there is no such route, when one accepts the request's own method and passed it on, or when the routes cannot be read.
 */
export function allowedMethods(request: NodeRequest): string[] {
  const methods = methodsAt(request);
  methods.delete(ANY);
  return methods.has(request.method ?? "") ? [] : [...methods].sort();
}

/** Whether a route at the request's path accepts its method. A route that takes every path tells nothing, and does not count. */
export function isTaken(request: NodeRequest): boolean {
  const methods = methodsAt(request);
  return methods.has(ANY) || methods.has(request.method ?? "");
}

/** Whether a function that is no router is mounted on a path of its own where the request is now: it may be a handler or middleware. */
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

/** The methods that routes at the request's path accept; none when the routes cannot be read. */
function methodsAt(request: NodeRequest): Set<string> {
  try {
    const { app, baseUrl = "" } = request as ExpressRequest;
    const full = baseUrl + pathOf(request.url ?? "");
    const mount = app.path();
    // An app that is mounted under a pattern cannot tell which part of the path is its own.
    if (!full.startsWith(mount)) return new Set();
    // One that is mounted at "/" is mounted at nothing.
    const [path] = full.slice(mount.endsWith("/") ? mount.length - 1 : mount.length).split("?", 1);
    const methods = new Set<string>();
    collect(stackOf(request), path || "/", methods, 0);
    if (methods.has("GET")) methods.add("HEAD");
    return methods;
  } catch {
    // The router's inner shape is no promise, and an undecodable path throws while it is matched.
    return new Set();
  }
}

/** Whether one of some layers has a route that takes a request. */
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

/** `app.all` registers every method that Node knows. It is used like middleware, and says nothing about an address. */
function takesEveryMethod(methods: Readonly<Record<string, boolean>>): boolean {
  return methods["_all"] === true || Object.values(methods).filter(Boolean).length >= METHODS.length - 1;
}
