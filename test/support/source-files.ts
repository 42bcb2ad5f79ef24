import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the whole project. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Folders and files that are no sources: installed, built or written by a test. */
const NO_SOURCE = /^(?:\..*|node_modules|dist|coverage|readme-example\.ts|.*\.tgz)$/;

/** The source files in a folder of the project and its subfolders, in a fixed order, as paths from {@link ROOT}. */
export function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !NO_SOURCE.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sourceFiles(path);
      return entry.isFile() ? [path] : [];
    });
}
