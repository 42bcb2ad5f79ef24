import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A package that is published. */
export interface Package {
  /** The name of its folder in `packages`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** The packages of this repository that it depends on. */
  readonly needs: readonly string[];
}

/** The names of the packages' folders, in alphabetical order. */
export function packageFolders(): readonly string[] {
  return globSync("packages/*/package.json", { cwd: ROOT })
    .map((file) => basename(dirname(file)))
    .sort();
}

/** Every published package, dependencies first. */
export function publishedPackages(): readonly Package[] {
  const unordered = packageFolders().map(readPackage);
  const ordered = new Set<Package>();
  const add = (one: Package): void => {
    for (const other of unordered) if (one.needs.includes(other.name)) add(other);
    ordered.add(one);
  };
  unordered.forEach(add);
  return [...ordered];
}

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(ROOT, "packages", folder, "package.json"), "utf8"));
  const { name, version, dependencies = {} } = manifest;
  return {
    folder,
    name,
    version,
    needs: Object.keys(dependencies).filter((other) => other.startsWith("@uhp-errors/")),
  };
}
