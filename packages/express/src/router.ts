import { pathOf } from "@uhp-errors/core/adapter";
import type { NodeRequest } from "@uhp-errors/node/internal";
import { mountedPath } from "./mount-pattern.ts";

/** What the routers of Express 4 and 5 have in common. */
export interface Layer {
  /**
   * Returns the match, or only whether there is one. That depends on the router's version. If it is only a boolean, the
   * layer's own `path` is the part that matched.
   */
  match(path: string): boolean | { readonly path: string };
  readonly path?: string;
  /** The path on which it was mounted, as the service wrote it. Routers before 2.3 do not keep it. */
  readonly rawPath?: unknown;
  /** The regular expression that Express 4 made of that path, and the parameters in it. */
  readonly regexp?: RegExp;
  readonly keys?: readonly { readonly name: unknown }[];
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  readonly handle?: ((...args: never[]) => unknown) & { readonly stack?: readonly Layer[] };
  /** The parameters of the last match. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What applications of Express 4 and 5 have in common. */
export interface App {
  readonly router?: unknown;
  readonly _router?: unknown;
  path(): string;
}

/** Routers may contain routers. Below this depth, they are ignored. */
const MAX_DEPTH = 16;

/** Returns the router of an app; `undefined` if it cannot be read, or if Express 4 has not made it yet. */
export function routerOf(app: App | undefined): Layer["handle"] {
  try {
    // In Express 4, `app.router` throws. So `_router`, its name there, is tried first.
    return (app?._router ?? app?.router) as Layer["handle"];
  } catch {
    // The router's structure is not part of Express's API.
    return undefined;
  }
}

/** Returns the layers of the app that handles a request; empty if they cannot be read. */
export function stackOf({ app }: NodeRequest & { readonly app?: App }): readonly Layer[] {
  return routerOf(app)?.stack ?? [];
}

/** A router through which a request passes, with the part of the path that it matched. */
interface Mount extends Required<Pick<Layer, "path" | "params">> {
  readonly layer: Layer;
}

/**
 * Looks at a layer that a request may meet, with the path that it sees there and the routers that the path leads
 * through. Ends the search by returning something.
 */
type Look<Found> = (layer: Layer, path: string, mounts: readonly Mount[]) => Found | undefined;

/** Searches the layers of a router, and those of the routers in it that are mounted at a path. */
export function searchLayers<Found>(
  stack: readonly Layer[],
  path: string,
  look: Look<Found>,
  mounts: readonly Mount[] = [],
): Found | undefined {
  // A loop by index, because an iterator makes an object for each layer.
  for (let index = 0; index < stack.length; index += 1) {
    const layer = stack[index] as Layer;
    const found = look(layer, path, mounts);
    if (found !== undefined) return found;
    const inner = layer.handle?.stack;
    if (inner === undefined || mounts.length === MAX_DEPTH) continue;
    const match = layer.match(path);
    if (match === false) continue;
    const { path: mount = "", params = {} }: Partial<Layer> = match === true ? layer : match;
    const through = [...mounts, { layer, path: mount, params }];
    const below = searchLayers(inner, path.slice(mount.length) || "/", look, through);
    if (below !== undefined) return below;
  }
  return undefined;
}

/**
 * Returns the pattern of the matched route with its mount paths, such as `/v1/harnesses/:id`. `undefined` if no route
 * matched, or if its pattern is not a string.
 */
export function routePattern(request: NodeRequest): string | undefined {
  try {
    const { route, originalUrl = "" } = request as NodeRequest & { readonly route?: { readonly path?: unknown } };
    if (route === undefined || typeof route.path !== "string") return undefined;
    const mounts = searchLayers(stackOf(request), pathOf(originalUrl), (layer, _path, through) =>
      layer.route === (route as object) ? through : undefined,
    );
    const patterns = mounts?.map(mountPattern);
    if (patterns === undefined || patterns.includes(undefined)) return undefined;
    const mount = patterns.join("");
    return `${mount}${route.path === "/" && mount !== "" ? "" : route.path}`;
  } catch {
    return undefined;
  }
}

/** Returns the pattern on which a router is mounted; `undefined` if it is not a plain path. */
function mountPattern({ layer, ...matched }: Mount): string | undefined {
  const { rawPath, regexp, keys = [] } = layer;
  if (regexp !== undefined) return mountedPath(regexp, keys);
  if (rawPath === undefined) return named(matched);
  // For a regular expression or a list of paths, only the matched part is known, and the client chose that.
  return typeof rawPath === "string" ? rawPath.replace(/\/$/, "") : undefined;
}

/**
 * Replaces the values in a mount path with the names of their parameters. If several segments fit, the last one is
 * taken, because parameters usually come after fixed segments.
 */
function named({ path, params }: Omit<Mount, "layer">): string {
  const open = new Map(Object.entries(params).map(([name, value]) => [String(value), name]));
  const segments = path.split("/");
  if (segments.at(-1) === "") segments.pop();
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const value = decodeURIComponent(String(segments[index]));
    const name = open.get(value);
    if (name === undefined) continue;
    segments[index] = `:${name}`;
    open.delete(value);
  }
  return segments.join("/");
}
