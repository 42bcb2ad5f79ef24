import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Starts of each program. */
const RUNS = 41;

/** How much of zod's own import core's may be. */
const LIMIT = 0.25;

const core = fileURLToPath(new URL("../../packages/core/dist/index.js", import.meta.url));
const zod = createRequire(new URL("../../test/package.json", import.meta.url))
  .resolve("zod")
  .replace(/\.cjs$/, ".js");
if (!existsSync(core)) throw new Error("build the packages first: pnpm build");

function making(file: string): string {
  const load = `const { createContract, defineCatalog } = await import(${JSON.stringify(file)});`;
  return `${load} createContract(defineCatalog({ vendor: "acme" }))`;
}

const [other] = process.argv.slice(2);

/** Programs; each but the first is compared with the first, which does nothing. */
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
const medians = samples.map((times) => times.sort((one, another) => one - another)[Math.floor(RUNS / 2)] ?? 0);
const own = medians.map((median) => median - (medians[0] ?? 0));
const toZod = own.map((time) => time / (own[1] ?? 0));

process.stdout.write("| program | median, ms | beyond node's own | to zod's |\n| --- | ---: | ---: | ---: |\n");
for (const [index, name] of Object.keys(PROGRAMS).entries()) {
  const [median, beyond, ratio] = [medians[index] ?? 0, own[index] ?? 0, toZod[index] ?? 0];
  const cells = index === 0 ? ["", ""] : [beyond.toFixed(1), ratio.toFixed(2)];
  process.stdout.write(`| ${[name, median.toFixed(1), ...cells].join(" | ")} |\n`);
}
if ((toZod[2] ?? 0) > LIMIT) {
  process.exitCode = 1;
  process.stderr.write(`core's import takes ${toZod[2]?.toFixed(2)} of zod's and may take ${LIMIT}\n`);
}

/** The processor's time of a process that runs a program and ends: unlike the clock's, it does not count what others do. */
function milliseconds(program: string): number {
  const told = `${program}; const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1_000))`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", told], { encoding: "utf8" }));
}
