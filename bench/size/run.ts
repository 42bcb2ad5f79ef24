import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** The part of esbuild that is used; it is there because tsup is. */
interface Esbuild {
  build(options: object): Promise<{
    readonly outputFiles: readonly { readonly contents: Uint8Array }[];
    readonly metafile: {
      readonly outputs: Readonly<
        Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
      >;
    };
  }>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const tsup = createRequire(realpathSync(`${root}node_modules/tsup/package.json`));
const { build }: Esbuild = await import(tsup.resolve("esbuild"));

/** What an application imports, a little more with each program. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "zod alone, as `{ z }`": 'import { z } from "zod"; console.log(z.object({ a: z.string() }));',
  "zod alone, as a namespace": 'import * as z from "zod"; console.log(z.object({ a: z.string() }));',
  "core: parseEnvelope": 'import { parseEnvelope } from "@uhp-errors/core"; console.log(parseEnvelope);',
  "core: defineCatalog": 'import { defineCatalog } from "@uhp-errors/core"; console.log(defineCatalog);',
  "core: defineCatalog and createContract":
    'import { createContract, defineCatalog } from "@uhp-errors/core"; console.log(createContract, defineCatalog);',
  "client: parseError": 'import { parseError } from "@uhp-errors/client"; console.log(parseError);',
  "client: createClient": 'import { createClient } from "@uhp-errors/client"; console.log(createClient);',
  "client: everything": 'import * as client from "@uhp-errors/client"; console.log(client);',
};

const PARTS: readonly (readonly [part: string, path: RegExp])[] = [
  ["zod", /\/zod\//],
  ["client", /packages\/client\//],
  ["core: sanitize", /packages\/core\/src\/sanitize\//],
  ["core: codes", /packages\/core\/src\/codes\//],
  ["core: foreign", /packages\/core\/src\/foreign\//],
  ["core: the rest", /packages\/core\//],
];

const partNames = PARTS.map(([part]) => part);
process.stdout.write(`| program | min, kB | min+gzip, kB | of it: ${partNames.join(" | ")} |\n`);
process.stdout.write(`| --- |${" ---: |".repeat(partNames.length + 2)}\n`);
for (const [name, contents] of Object.entries(PROGRAMS)) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: `${root}test`, loader: "ts" },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["@uhp-errors/source"],
    outfile: "out.js",
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  const sums = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {})) {
    const part = PARTS.find(([, pattern]) => pattern.test(path))?.[0] ?? "";
    sums.set(part, (sums.get(part) ?? 0) + bytesInOutput);
  }
  const cells = [bytes.length, gzipSync(bytes, { level: 9 }).length, ...partNames.map((part) => sums.get(part) ?? 0)];
  process.stdout.write(`| ${name} | ${cells.map((size) => (size / 1_000).toFixed(1)).join(" | ")} |\n`);
}
