import { type NodeRequest, pathOf } from "@uhp-errors/node";

/** The parts of Express's router that are alike in 4 and 5. */
interface Layer {
  /** The match, or whether there is one: then `path` has the part that matched. It depends on the router's version. */
  match(path: string): boolean | { readonly path: string };
  readonly path?: string;
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  readonly handle?: { readonly stack?: readonly Layer[] };
}

interface App {
  readonly router?: unknown;
  readonly _router?: unknown;
  path(): string;
}

const MAX_DEPTH = 16;

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
    // An app that is mounted under a pattern cannot tell which part of the path is its own.
    if (!full.startsWith(app.path())) return [];
    const [path] = full.slice(app.path().length).split("?", 1);
    const methods = new Set<string>();
    collect(stackOf(app), path || "/", methods, 0);
    if (methods.has("GET")) methods.add("HEAD");
    return methods.has(request.method ?? "") ? [] : [...methods].sort();
  } catch {
    // The router's inner shape is no promise, and an undecodable path throws while it is matched.
    return [];
  }
}

function stackOf(app: App): readonly Layer[] {
  // Reading `app.router` of Express 4 throws, so its own name for the router is tried first.
  const router = app._router ?? app.router;
  return (router as { readonly stack?: readonly Layer[] } | undefined)?.stack ?? [];
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

/** What is left of a path behind the part that a router is mounted under. */
function behind(path: string, { path: mount = "" }: { readonly path?: string }): string {
  return path.slice(mount.length) || "/";
}

function collectRoute(layer: Layer, route: NonNullable<Layer["route"]>, path: string, methods: Set<string>): void {
  if (layer.match(NOWHERE) !== false || layer.match(path) === false) return;
  for (const [method, accepted] of Object.entries(route.methods)) {
    if (accepted && method !== "_all") methods.add(method.toUpperCase());
  }
}
