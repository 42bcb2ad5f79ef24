import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

/** Starts of each program; the median of them counts. */
const RUNS = 41;

const core = fileURLToPath(new URL("../../packages/core/dist/index.js", import.meta.url));
const zod = new URL("../../packages/core/node_modules/zod/index.js", import.meta.url).href;
if (!existsSync(core)) throw new Error("build the packages first: pnpm build");

function making(file: string): string {
  const load = `const { createContract, defineCatalog } = await import(${JSON.stringify(file)});`;
  return `${load} createContract(defineCatalog({ vendor: "acme" }))`;
}

const [other] = process.argv.slice(2);

/** Programs, each of which does a little more than the one before; the last one is another build to compare with. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "node alone": "",
  "import zod": `await import(${JSON.stringify(zod)})`,
  "import core": `await import(${JSON.stringify(core)})`,
  "import core and make a contract": making(core),
  ...(other === undefined ? {} : { "the same with the other build": making(resolve(other)) }),
};

const samples = Object.keys(PROGRAMS).map((): number[] => []);
// In turn, so that a machine that slows down slows them all.
for (let run = 0; run < RUNS; run += 1) {
  for (const [index, program] of Object.values(PROGRAMS).entries()) samples[index]?.push(milliseconds(program));
}
process.stdout.write("| program | median, ms | more than the one before |\n| --- | ---: | ---: |\n");
let before = 0;
for (const [index, name] of Object.keys(PROGRAMS).entries()) {
  const median = (samples[index] ?? []).sort((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0;
  process.stdout.write(`| ${name} | ${median.toFixed(1)} | ${index === 0 ? "" : (median - before).toFixed(1)} |\n`);
  before = median;
}

/** How long a process lives that runs a program and ends. */
function milliseconds(program: string): number {
  const start = performance.now();
  execFileSync(process.execPath, ["--input-type=module", "-e", program]);
  return performance.now() - start;
}
