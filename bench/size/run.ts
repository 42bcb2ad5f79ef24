import { existsSync, realpathSync } from "node:fs";
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
if (!existsSync(`${root}packages/core/dist/index.js`) || !existsSync(`${root}packages/client/dist/index.js`)) {
  throw new Error("build the packages first: pnpm build");
}

/** What an application imports, from where, and the most that it may weigh, in kB (10³ bytes) after gzip. */
const PROGRAMS: readonly (readonly [name: string, from: string, limit: number])[] = [
  ["VERSIONS", "@uhp-errors/core", 0.5],
  ["parseEnvelope", "@uhp-errors/core", 1],
  ["CODES", "@uhp-errors/core", 3.5],
  ["sanitizeMessage", "@uhp-errors/core", 45],
  ["defineCatalog", "@uhp-errors/core", 55],
  ["createContract", "@uhp-errors/core", 70],
  ["parseError", "@uhp-errors/client", 4],
  ["createClient", "@uhp-errors/client", 9],
];

/** A whole program: what a Worker has to load, and the most that it may weigh. */
const WORKER = {
  text: `
import { createContract, defineCatalog } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/web";
const contract = createContract(defineCatalog({ vendor: "acme" }));
export default { fetch: uhp(contract, () => new Response("ok")) };`,
  limit: 100,
};

const PARTS: readonly (readonly [part: string, path: RegExp])[] = [
  ["zod", /\/zod\//],
  ["client", /packages\/client\//],
  ["web", /packages\/web\//],
  ["sanitizer", /packages\/core\/dist\/parts\/sanitizer/],
  ["recognize", /packages\/core\/dist\/parts\/recognize/],
  ["codes", /packages\/core\/dist\/parts\/codes/],
  ["the rest of core", /packages\/core\//],
];

/** What a program of a browser weighs after bundling, and how much of it comes from where. */
async function weigh(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: `${root}test`, loader: "js" },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    outfile: "out.js",
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  const sums = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(Object.values(metafile.outputs)[0]?.inputs ?? {})) {
    const part = PARTS.find(([, pattern]) => pattern.test(path))?.[0] ?? "";
    sums.set(part, (sums.get(part) ?? 0) + bytesInOutput);
  }
  return { minified: bytes.length, zipped: gzipSync(bytes, { level: 9 }).length, sums };
}

const partNames = PARTS.map(([part]) => part);
const inKb = (size: number) => (size / 1_000).toFixed(2);
process.stdout.write(`| import | min+gzip, kB | at most | min, kB | of it: ${partNames.join(" | ")} |\n`);
process.stdout.write(`| --- |${" ---: |".repeat(partNames.length + 3)}\n`);
for (const [name, from, limit] of PROGRAMS) {
  print(`\`${name}\``, limit, await weigh(`import { ${name} } from "${from}"; console.log(${name});`));
}
print("a Worker with core and web", WORKER.limit, await weigh(WORKER.text));

function print(name: string, limit: number, { minified, zipped, sums }: Awaited<ReturnType<typeof weigh>>): void {
  const parts = partNames.map((part) => inKb(sums.get(part) ?? 0));
  process.stdout.write(`| ${[name, inKb(zipped), limit, inKb(minified), ...parts].join(" | ")} |\n`);
  if (zipped <= limit * 1_000) return;
  process.exitCode = 1;
  process.stderr.write(`${name} weighs ${inKb(zipped)} kB and may weigh ${limit}\n`);
}
