import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { figure, Table, write } from "../table.ts";

/** How often each program is started. */
const RUNS = 31;

/** The import of an adapter may take this share of its framework's time, and the import of core this share of zod's. */
const ADAPTER_LIMIT = 0.5;
const CORE_LIMIT = 0.4;

const required = createRequire(new URL("../../test/package.json", import.meta.url));
const foreign = (name: string) => required.resolve(name);
const built = (name: string) => fileURLToPath(new URL(`../../packages/${name}/dist/index.js`, import.meta.url));
const core = built("core");
if (!existsSync(core)) throw new Error("build the packages first: pnpm build");

const importing = (file: string) => `await import(${JSON.stringify(pathToFileURL(file).href)});`;

/** A program that makes a contract, and answers one error with it. */
function answering(file: string, error: string): string {
  const load = `const { createContract, defineCatalog } = await import(${JSON.stringify(pathToFileURL(file).href)});`;
  const make =
    'const acme = defineCatalog({ vendor: "acme" }); const contract = createContract(acme, { onError: () => {} });';
  const answer = error === "" ? "" : `contract.handleError(${error}, { transport: "job", name: "start" });`;
  return [load, make, answer].join(" ");
}

const OWN = 'acme.error("invalid_input", { message: "The order of 3 July has no address to send it to." })';
const UNKNOWN = 'new Error("connect ECONNREFUSED 10.0.0.7:5432")';

const [other] = process.argv.slice(2);

/** The programs. All others are compared with the first, which does nothing. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "node alone": "",
  "import zod": importing(foreign("zod").replace(/\.cjs$/, ".js")),
  "import core": importing(core),
  "import client": importing(built("client")),
  "import core and make a contract": answering(core, ""),
  "… and answer an own message": answering(core, OWN),
  "… and answer an unknown error": answering(core, UNKNOWN),
  ...Object.fromEntries(
    ["express", "koa", "fastify", "hono"].flatMap((name) => [
      [`import ${name}`, importing(foreign(name))],
      [`import its adapter, @uhp-errors/${name}`, importing(built(name))],
    ]),
  ),
  ...(other === undefined ? {} : { "make a contract with the other build": answering(resolve(other), "") }),
};

/** Programs that may take only a share of another's time. Hono itself takes less than core, so its adapter has no limit. */
const LIMITS: readonly (readonly [program: string, of: string, share: number])[] = [
  ["import core", "import zod", CORE_LIMIT],
  ...["express", "koa", "fastify"].map(
    (name) => [`import its adapter, @uhp-errors/${name}`, `import ${name}`, ADAPTER_LIMIT] as const,
  ),
];

const samples = new Map(Object.keys(PROGRAMS).map((name): [string, number[]] => [name, []]));
// In turn, so that a machine that slows down slows all of them.
for (let run = 0; run < RUNS; run += 1) {
  for (const [name, program] of Object.entries(PROGRAMS)) samples.get(name)?.push(milliseconds(program));
}

function median(name: string): number {
  const sorted = (samples.get(name) ?? []).toSorted((one, another) => one - another);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
const own = (name: string) => median(name) - median("node alone");

const table = new Table(["program", "ms", "more than node alone"], 42, 6);
for (const name of samples.keys()) table.row([name, figure(median(name)), figure(own(name))]);
write("\n");
for (const [program, of, limit] of LIMITS) {
  const share = own(program) / own(of);
  write(`${program}: ${share.toFixed(2)} of ${of}, at most ${limit}\n`);
  if (share > limit) process.exitCode = 1;
}

/** The CPU time of a process that runs a program and ends. Unlike the clock, it does not count other processes. */
function milliseconds(program: string): number {
  const told = `${program}; const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1_000))`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", told], { encoding: "utf8" }));
}
