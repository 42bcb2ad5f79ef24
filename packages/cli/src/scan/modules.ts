import { posix } from "node:path";
import type { Import, Module } from "./module.ts";
import { type Node, propertyName } from "./syntax.ts";

export function aliasedPath(module: string): string | undefined {
  return /^(?:@|~|#|src)\/(.*)/.exec(module)?.[1];
}

interface Place {
  readonly file: string;
  readonly name: string;
}

interface Declaration {
  readonly node: Node;
  readonly module: Module;
}

const MOST_PLACES = 100;

export class Modules {
  readonly #files = new Map<string, string>();
  readonly #modules: ReadonlyMap<string, Module>;
  readonly #passedOn: ReadonlyMap<string, readonly Passed[]>;
  /** The names under which files re-export something that has another name elsewhere. */
  readonly #renamed: ReadonlySet<string>;
  readonly #found = new Map<string, string | undefined>();

  constructor(modules: readonly Module[]) {
    for (const { file } of modules) {
      const path = file.replace(/\.(?:[cm]?[jt]s|[jt]sx)$/, "");
      for (const name of [path, path.replace(/(?:^|\/)index$/, "")]) {
        if (!this.#files.has(name)) this.#files.set(name, file);
      }
    }
    this.#modules = new Map(modules.map((module) => [module.file, module]));
    this.#passedOn = new Map(
      modules.map((module) => [module.file, module.nodes.flatMap((node) => passedOn(node, module.imports))]),
    );
    const passed = [...this.#passedOn.values()].flat();
    this.#renamed = new Set(passed.filter(({ as, from }) => as !== from.name).map(({ as }) => as));
  }

  /** Returns the file of a relative module, or of one under a common alias such as `@/` or `~/`. */
  resolveFile(module: string, from: string): string | undefined {
    const key = `${posix.dirname(from)}\n${module}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#find(module, from));
    return this.#found.get(key);
  }

  #find(module: string, from: string): string | undefined {
    const without = module.replace(/\.[cm]?[jt]sx?$/, "");
    if (module.startsWith("."))
      return this.#files.get(posix.join(posix.dirname(from), without).replace(/^\.?\/?$|\/$/, ""));
    const aliased = aliasedPath(without);
    if (aliased === undefined) return undefined;
    for (const [path, file] of this.#files) if (path === aliased || path.endsWith(`/${aliased}`)) return file;
    return undefined;
  }

  /** Returns the declaration of an imported name such as `errors.handler`; `undefined` if the sources do not show it. */
  findDeclaration(path: readonly string[], { file, imports }: Module): Declaration | undefined {
    const from = imports.get(path[0]);
    if (from === undefined) return undefined;
    const home = this.resolveFile(from.module, file);
    if (home === undefined) return undefined;
    const name = path.length > 1 || from.name === "default" ? (path.at(-1) as string) : from.name;
    for (const place of this.listPlaces(home, name)) {
      const module = this.#modules.get(place.file) as Module;
      const node = module.functions.get(place.name) ?? module.constants.get(place.name);
      if (node !== undefined) return { node, module };
    }
    return undefined;
  }

  /** Whether any file re-exports something under this name that has another name elsewhere. */
  isRenamed(name: string): boolean {
    return this.#renamed.has(name);
  }

  /** Lists where an exported name of a file may be declared: in the file, or in one that it re-exports. */
  listPlaces(file: string, name: string): readonly Place[] {
    const places: Place[] = [{ file, name }];
    const seen = new Set([`${file}\n${name}`]);
    // The list grows while it is read. What was seen is skipped, because files may re-export each other.
    for (const place of places) {
      for (const { as, from } of this.#passedOn.get(place.file) ?? []) {
        const next = as === place.name || as === "*" ? this.resolveFile(from.module, place.file) : undefined;
        const one = as === "*" ? place.name : from.name;
        if (next === undefined || places.length === MOST_PLACES || seen.has(`${next}\n${one}`)) continue;
        seen.add(`${next}\n${one}`);
        places.push({ file: next, name: one });
      }
    }
    return places;
  }
}

interface Passed {
  readonly as: string;
  readonly from: Import;
}

/** `export * from "./a"`, `export { a } from "./a"`, and `export { a }` of an imported name. */
function passedOn(node: Node, imports: Module["imports"]): readonly Passed[] {
  if (node.type === "ExportAllDeclaration") return [{ as: "*", from: { module: node.source.value, name: "*" } }];
  if (node.type !== "ExportNamedDeclaration") return [];
  return node.specifiers.flatMap((specifier): readonly Passed[] => {
    if (specifier.type !== "ExportSpecifier") return [];
    const [as, local] = [propertyName(specifier.exported, false) as string, specifier.local.name];
    const module = node.source?.value;
    const from = module === undefined ? imports.get(local) : { module, name: local };
    return from === undefined ? [] : [{ as, from }];
  });
}
