import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the repository. All pages are read from where they are in it. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Where a file of the repository appears on the site, by its path from the root; `undefined` if it is not a page. */
export function routeOf(path: string): string | undefined {
  if (path === "README.md") return "index.md";
  const [, page] = /^docs\/((?:contributors\/)?[\w-]+\.md)$/.exec(path) ?? [];
  if (page !== undefined) return page;
  const [, name] = /^packages\/([\w-]+)\/README\.md$/.exec(path) ?? [];
  if (name !== undefined) return `packages/${name}.md`;
  const [, own] = /^site\/(?:pages|generated)\/(.+\.md)$/.exec(path) ?? [];
  return own;
}

/** The names of the workspace's packages, in alphabetical order. */
export function packageNames(): readonly string[] {
  return readdirSync(`${ROOT}packages`)
    .filter((name) => existsSync(`${ROOT}packages/${name}/README.md`))
    .sort();
}

/** The names of the pages in `docs/`. */
export function docNames(): readonly string[] {
  return readdirSync(`${ROOT}docs`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -3));
}

/** The first heading of a page, as plain text. */
export function titleOf(path: string): string {
  const [, title = path] = /^# (.+)$/m.exec(readFileSync(`${ROOT}${path}`, "utf8")) ?? [];
  return title.replaceAll("`", "");
}
