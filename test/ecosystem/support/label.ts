import { readFileSync } from "node:fs";

/** A package that this one depends on, by its own name and version. */
export function labelOf(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  const own = JSON.parse(readFileSync(file, "utf8")) as { readonly name: string; readonly version: string };
  return `${own.name} ${own.version}`;
}
