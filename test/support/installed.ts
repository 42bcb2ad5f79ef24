import { existsSync, readFileSync } from "node:fs";

/** The version of a package that the tests depend on; `undefined` when it is not installed. */
export function installedVersion(name: string): string | undefined {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return existsSync(file) ? String(JSON.parse(readFileSync(file, "utf8")).version) : undefined;
}
