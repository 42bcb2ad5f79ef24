import type { NodeRequest } from "@uhp-errors/node";
import { mountedPath } from "./mount-pattern.ts";

/** The parts of Express's router that are alike in 4 and 5. */
export interface Layer {
  /** The match, or whether there is one: then `path` has the part that matched. It depends on the router's version. */
  match(path: string): boolean | { readonly path: string };
  readonly path?: string;
  /** The path that it was mounted on, as it was written. Routers before 2.3 do not keep it. */
  readonly rawPath?: unknown;
  /** The expression that Express 4 made of that path, and the parameters in it. */
  readonly regexp?: RegExp;
  readonly keys?: readonly { readonly name: unknown }[];
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  readonly handle?: ((...args: never[]) => unknown) & { readonly stack?: readonly Layer[] };
  /** The parameters of the part that matched last. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The parts of an Express application that are alike in 4 and 5. */
export interface App {
  readonly router?: unknown;
  readonly _router?: unknown;
  path(): string;
}

/** Routers may contain routers. Deeper ones are not looked at. */
export const MAX_DEPTH = 16;

/** The layers of the app that a request came to; empty when they cannot be read. */
export function stackOf(request: NodeRequest): readonly Layer[] {
  try {
    const { app } = request as NodeRequest & { readonly app?: App };
    // Reading `app.router` of Express 4 throws, so its own name for the router is tried first.
    const router = app?._router ?? app?.router;
    return (router as { readonly stack?: readonly Layer[] } | undefined)?.stack ?? [];
  } catch {
    // The router's inner shape is no promise.
    return [];
  }
}

/** The rest of a path after the part that a router is mounted under. */
export function behind(path: string, { path: mount = "" }: { readonly path?: string }): string {
  return path.slice(mount.length) || "/";
}

/**
 * The pattern of the route that took a request, its mount paths included, such as `/v1/harnesses/:id`. `undefined` when no
 * route did, or its pattern is no text.
 */
export function routePattern(request: NodeRequest): string | undefined {
  try {
    const { route, originalUrl = "" } = request as NodeRequest & { readonly route?: { readonly path?: unknown } };
    if (route === undefined || typeof route.path !== "string") return undefined;
    const mount = mountOf(stackOf(request), route, originalUrl.split("?", 1)[0] ?? "", 0);
    return mount === undefined ? undefined : `${mount}${route.path === "/" && mount !== "" ? "" : route.path}`;
  } catch {
    return undefined;
  }
}

/** The path of a route, with the names of parameters in place of their values. */
function mountOf(stack: readonly Layer[], route: unknown, path: string, depth: number): string | undefined {
  if (stack.some((layer) => layer.route === route)) return "";
  for (const layer of stack) {
    const inner = depth < MAX_DEPTH ? layer.handle?.stack : undefined;
    const match = inner === undefined ? false : layer.match(path);
    if (inner === undefined || match === false) continue;
    const matched = match === true ? layer : match;
    const rest = mountOf(inner, route, behind(path, matched), depth + 1);
    if (rest === undefined) continue;
    const mount = mountPattern(layer, matched);
    return mount === undefined ? undefined : `${mount}${rest}`;
  }
  return undefined;
}

/** The pattern that a router is mounted on; `undefined` when it is none. */
function mountPattern({ rawPath, regexp, keys = [] }: Layer, matched: Partial<Layer>): string | undefined {
  if (regexp !== undefined) return mountedPath(regexp, keys);
  if (rawPath === undefined) return named(matched);
  // Of an expression, or of several paths, the part that matched is the client's own text, and no pattern.
  return typeof rawPath === "string" ? rawPath.replace(/\/$/, "") : undefined;
}

/** A mount path with names in place of values. The last segment that fits is taken: parameters follow what is fixed. */
function named({ path = "", params = {} }: Partial<Layer>): string {
  const open = new Map(Object.entries(params).map(([name, value]) => [String(value), name]));
  const segments = path.split("/");
  if (segments.at(-1) === "") segments.pop();
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const value = decodeURIComponent(segments[index] ?? "");
    const name = open.get(value);
    if (name !== undefined) segments[index] = `:${name}`;
    if (name !== undefined) open.delete(value);
  }
  return segments.join("/");
}
