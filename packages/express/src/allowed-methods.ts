import { METHODS } from "node:http";
import { pathOf } from "@uhp-errors/core/adapter";
import type { NodeRequest } from "@uhp-errors/node";
import { type App, behind, type Layer, MAX_DEPTH, stackOf } from "./router.ts";

/** A path that nobody has a route for: whatever matches it matches everything, and tells nothing of an address. */
const NOWHERE = "/~/~/~/~/~/~/~/~";

/**
 * The methods that routes at the request's path accept, in the order of the alphabet: what `Allow` lists. Empty when
 * there is no such route, when one accepts the request's own method and passed it on, or when the routes cannot be read.
 */
export function allowedMethods(request: NodeRequest): string[] {
  try {
    const { app, baseUrl = "" } = request as NodeRequest & { readonly app: App; readonly baseUrl?: string };
    const full = baseUrl + pathOf(request.url ?? "");
    const mount = app.path();
    // An app that is mounted under a pattern cannot tell which part of the path is its own.
    if (!full.startsWith(mount)) return [];
    // One that is mounted at "/" is mounted at nothing.
    const [path] = full.slice(mount.endsWith("/") ? mount.length - 1 : mount.length).split("?", 1);
    const methods = new Set<string>();
    collect(stackOf(request), path || "/", methods, 0);
    if (methods.has("GET")) methods.add("HEAD");
    return methods.has(request.method ?? "") ? [] : [...methods].sort();
  } catch {
    // The router's inner shape is no promise, and an undecodable path throws while it is matched.
    return [];
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
  if (takesEveryMethod(route.methods) || layer.match(NOWHERE) !== false || layer.match(path) === false) return;
  for (const [method, accepted] of Object.entries(route.methods)) {
    if (accepted && method !== "_all") methods.add(method.toUpperCase());
  }
}

/** `app.all` registers every method that Node knows. It stands for middleware, and tells nothing of an address. */
function takesEveryMethod(methods: Readonly<Record<string, boolean>>): boolean {
  return methods["_all"] === true || Object.values(methods).filter(Boolean).length >= METHODS.length - 1;
}
