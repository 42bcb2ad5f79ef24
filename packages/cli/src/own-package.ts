import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

interface Manifest {
  readonly version: string;
  /** The project's address, which only a released package has. */
  readonly repository?: { readonly url: string; readonly directory: string };
}

// A module of CommonJS has a file name in place of `import.meta`.
const MANIFEST = createRequire(import.meta.url ?? __filename).resolve("@uhp-errors/cli/package.json");

/** The manifest of this package as it is installed. */
export const OWN_MANIFEST: Manifest = JSON.parse(readFileSync(MANIFEST, "utf8"));

/** Returns where the README of this package is: its address or, without one, the installed file. */
export function locateReadme({ repository }: Partial<Manifest>, workingFolder = process.cwd()): string {
  if (repository !== undefined)
    return `${repository.url.replace(/^git\+|\.git$/g, "")}/tree/HEAD/${repository.directory}#readme`;
  const file = join(dirname(MANIFEST), "README.md");
  const below = relative(workingFolder, file);
  return below.startsWith("..") ? file : below;
}
