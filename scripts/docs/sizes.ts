/**
 * Writes into the pages how much the packages weigh: minified, compressed by gzip, in whole kB (10³ bytes). The pages keep their sentences, and
 * this replaces the numbers in them. Needs a build.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";

const ROOT = new URL("../../", import.meta.url);

/** The catalog that a page shares with its services, with the import of its schema library and the schema of a code's detail. */
const catalog = (library: string, detail: string) => `${library}
import { defineCatalog } from "@uhp-errors/core";
export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_out_of_stock: { status: 409, message: "There are not enough of this article.", ${detail} } },
});`;
const DETAIL = "detail: z.object({ sku: z.string(), available: z.int() }),";

const VALUES = `import { acme } from "@acme/errors";
import { createClient } from "@uhp-errors/client";
export const client = createClient({ baseUrl: "https://api.acme.example", catalog: acme });`;
const TYPES = `import type { acme } from "@acme/errors";
import { createClient } from "@uhp-errors/client";
export const client = createClient<typeof acme>({ baseUrl: "https://api.acme.example" });`;

/** What a page loads of the shared catalog: its code, and the catalog's. */
const PAGES = {
  types: [TYPES, catalog('import * as z from "zod";', DETAIL)],
  values: [VALUES, catalog("", "")],
  mini: [VALUES, catalog('import * as z from "zod/mini";', DETAIL)],
  zod: [VALUES, catalog('import * as z from "zod";', DETAIL)],
} as const satisfies Readonly<Record<string, readonly [page: string, catalog: string]>>;

const measured = measureImports();
const pages = Object.fromEntries(
  await Promise.all(Object.entries(PAGES).map(async ([name, [page, shared]]) => [name, await bytesOf(page, shared)])),
) as Readonly<Record<keyof typeof PAGES, number>>;

const size = (name: string) => {
  const bytes = measured.get(name);
  if (bytes === undefined) throw new Error(`.size-limit.mjs measures no ${name}`);
  return bytes;
};
const client = size("{ createClient } of client");

/** The sentences and cells of each page that state a size, with `{}` in place of the number. */
const PLACES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "README.md": {
    "core and an adapter weigh {} kB": size("a Worker with core and web"),
    "the client of a web page {} kB": client,
  },
  "site/pages/index.md": {
    "core and an adapter</dt><dd>{} kB": size("a Worker with core and web"),
    "the client in a web page</dt><dd>{} kB": client,
    "<code>parseError</code> alone</dt><dd>{} kB": size("{ parseError } of client"),
  },
  "docs/adopting.md": {
    "| core and an adapter, in a Worker | {} kB |": size("a Worker with core and web"),
    "| `createContract` | {} kB |": size("{ createContract } of core"),
    "| `defineCatalog` alone | {} kB |": size("{ defineCatalog } of core"),
    "| `sanitizeMessage` alone | {} kB |": size("{ sanitizeMessage } of core"),
    "| the client's `createClient` | {} kB |": client,
    "| the client's `parseError` | {} kB |": size("{ parseError } of client"),
  },
  "docs/sharing.md": {
    "about {} kB more.": size("{ defineCatalog } of core"),
    "| its types alone | {} kB |": pages.types,
    "| its values, without schemas | {} kB |": pages.values,
    "| its values, with schemas of `zod/mini` | {} kB |": pages.mini,
    "| its values, with schemas of `zod` | {} kB |": pages.zod,
  },
  "docs/showing-errors.md": { "The entry `@uhp-errors/core/messages` is {} kB.": size("core/messages") },
  "packages/client/README.md": {
    "`parseError` weighs {} kB": size("{ parseError } of client"),
    "`createClient` {} kB.": client,
    "A catalog of your own adds {} kB": pages.values - pages.types,
  },
};

for (const [page, places] of Object.entries(PLACES)) {
  const file = new URL(page, ROOT);
  let text = readFileSync(file, "utf8");
  for (const [place, bytes] of Object.entries(places)) text = withSize(text, page, place, bytes);
  writeFileSync(file, text);
}

/** Replaces the one number that a page states at a place. */
function withSize(text: string, page: string, place: string, bytes: number): string {
  const escaped = place.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\s+/g, "\\s+");
  const [before = "", after = ""] = escaped.split("{}");
  const found = new RegExp(`(${before})\\d+(${after})`, "g");
  const times = [...text.matchAll(found)].length;
  if (times !== 1) throw new Error(`${page} has ${times} times "${place}", expected once`);
  return text.replace(found, (_all, start: string, end: string) => start + Math.round(bytes / 1_000) + end);
}

/** The bytes of each import and entry that `.size-limit.mjs` names, measured with esbuild. */
function measureImports(): ReadonlyMap<string, number> {
  const { stdout, stderr } = spawnSync("size-limit", ["--json"], { cwd: fileURLToPath(ROOT), encoding: "utf8" });
  if (stdout === "") throw new Error(`build the packages first: pnpm build\n${stderr}`);
  const results: readonly { readonly name: string; readonly size: number }[] = JSON.parse(stdout);
  return new Map(results.map((one) => [one.name, one.size]));
}

/** The bytes of a page that vite builds with its own settings. */
async function bytesOf(page: string, shared: string): Promise<number> {
  const modules = new Map([
    ["page.ts", page],
    ["@acme/errors", shared],
  ]);
  const files: Plugin = {
    name: "files",
    // In the folder of an example that has the packages.
    resolveId: (id) => (modules.has(id) ? fileURLToPath(new URL(`examples/company/web/${id}.ts`, ROOT)) : null),
    load: (id) => [...modules].find(([name]) => id.endsWith(`/${name}.ts`))?.[1],
  };
  const built = await build({
    root: fileURLToPath(new URL("examples/company", ROOT)),
    configFile: false,
    logLevel: "error",
    plugins: [{ ...files, enforce: "pre" }],
    build: { write: false, rollupOptions: { input: "page.ts", preserveEntrySignatures: "strict" } },
  });
  if (!("output" in built)) throw new Error("vite built more than one page");
  const chunks = built.output.flatMap((chunk) => (chunk.type === "chunk" ? [chunk.code] : []));
  return chunks.reduce((bytes, code) => bytes + gzipSync(code, { level: 9 }).length, 0);
}
