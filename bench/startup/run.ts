import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { findNode, type Node } from "../run/nodes.ts";
import { spread } from "../run/stats.ts";
import { figure, Table, write } from "../table.ts";

/** How often each program is started. */
const RUNS = 31;

const { values: options } = parseArgs({
  options: {
    nodes: { type: "string", default: "20,22,24" },
    packages: { type: "string", default: fileURLToPath(new URL("../../packages", import.meta.url)) },
  },
});

const required = createRequire(new URL("../../test/package.json", import.meta.url));
const FRAMEWORKS = ["express", "koa", "fastify", "hono"];
const built = (name: string) => resolve(options.packages, name, "dist/index.js");
if (!existsSync(built("core"))) throw new Error("build the packages first: pnpm build");

const loaded = (file: string) => `await import(${JSON.stringify(pathToFileURL(file).href)})`;

const MAKES = `const { createContract, defineCatalog } = ${loaded(built("core"))};
const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { onError: () => {} });`;

/** A program that makes a contract and answers its first error. */
const answers = (error: string) => `${MAKES} contract.handleError(${error}, { transport: "job", name: "start" });`;

interface Program {
  readonly code: string;
  /** The program whose time does not count; a process that does nothing if there is none. */
  readonly beyond?: string;
  /** The program to compare with; the import of Express if there is none. */
  readonly of?: string;
  /** The largest share of the other's time, or none. */
  readonly limit?: number;
}

const MADE = "import core, make a contract";
const PROGRAMS: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(FRAMEWORKS.map((name) => [`import ${name}`, { code: loaded(required.resolve(name)) }])),
  "import core": { code: loaded(built("core")), limit: 0.33 },
  "import client": { code: loaded(built("client")) },
  ...Object.fromEntries(
    FRAMEWORKS.map((name) => [
      `import core and @uhp-errors/${name}`,
      { code: `${loaded(built("core"))}; ${loaded(built(name))}`, of: `import ${name}` },
    ]),
  ),
  [MADE]: { code: MAKES },
  "… answer a code's own sentence": { code: answers('acme.error("not_found")'), beyond: MADE, limit: 0.04 },
  "… answer an own message": {
    code: answers('acme.error("invalid_input", { message: "The order of 3 July has no address to send it to." })'),
    beyond: MADE,
    limit: 0.13,
  },
  "… answer an unknown error": {
    code: answers('new Error("connect ECONNREFUSED 10.0.0.7:5432")'),
    beyond: MADE,
    limit: 0.04,
  },
};
const NOTHING = "node alone";

for (const node of options.nodes.split(",").map(findNode)) {
  const cache = mkdtempSync(join(tmpdir(), "startup-"));
  try {
    measure(node, cache);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Measures all programs on one Node, without and with its compile cache, which Node 20 does not have. */
function measure(node: Node, cache: string): void {
  const plain = new Map<string, number[]>();
  const cached = new Map<string, number[]>();
  const hasCache = !node.version.startsWith("v20.");
  // In turn, so that a machine that slows down slows all of them. The first start only fills the cache.
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [name, { code }] of Object.entries({ [NOTHING]: { code: "" }, ...PROGRAMS })) {
      const times = [milliseconds(node, code), hasCache ? milliseconds(node, code, cache) : Number.NaN];
      if (run === 0) continue;
      for (const [index, samples] of [plain, cached].entries())
        samples.set(name, [...(samples.get(name) ?? []), times[index] ?? Number.NaN]);
    }
  }
  show(node, plain, cached);
}

type Samples = ReadonlyMap<string, readonly number[]>;

/** Writes what the programs took, and which of them took more than they may. */
function show(node: Node, plain: Samples, cached: Samples): void {
  const median = (samples: Samples, name: string) => spread(samples.get(name) ?? []).median;
  const own = (samples: Samples, name: string) =>
    median(samples, name) - median(samples, PROGRAMS[name]?.beyond ?? NOTHING);

  write(`\nNode ${node.version}: a process that does nothing takes ${figure(median(plain, NOTHING))} ms\n`);
  const heads = ["program", "ms more", "of the framework", "with a compile cache, ms more", "of without"];
  const table = new Table(heads, 38, 6);
  const exceeded: string[] = [];
  for (const [name, { of = "import express", limit = Number.POSITIVE_INFINITY }] of Object.entries(PROGRAMS)) {
    const [without, withCache] = [own(plain, name), own(cached, name)];
    const share = without / own(plain, of);
    table.row([name, figure(without), figure(share), figure(withCache), figure(withCache / without)]);
    if (share > limit) exceeded.push(`${name}: ${figure(share)} of "${of}", at most ${limit}\n`);
  }
  for (const line of exceeded) write(line);
  if (exceeded.length > 0) process.exitCode = 1;
}

/** The CPU time of a process that runs a program and ends. Unlike the clock, it does not count other processes. */
function milliseconds(node: Node, program: string, cache?: string): number {
  const caching =
    cache === undefined ? "" : `(await import("node:module")).enableCompileCache(${JSON.stringify(cache)});`;
  const told = `${caching} ${program}; const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1_000))`;
  return Number(execFileSync(node.path, ["--input-type=module", "-e", told], { encoding: "utf8" }));
}
