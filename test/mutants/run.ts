import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { EXPLAINED, JUDGES, UNMUTATED } from "./config.ts";
import { SEED_VARIABLE, SHARE_VARIABLE } from "./sample.ts";
import { SURVIVORS, type Survivor } from "./survivors.ts";

// pnpm mutants [--near] [--sample=<share> [--seed=<seed>]] [<package> | <folder> | <file>]...
//
// Changes the sources of the packages in one place after another, and prints each change that no test notices. Without arguments it runs on
// all packages, which takes hours. With --near, it uses only the tests in the folder itself. CONCURRENCY=2 runs two workers. Results are
// kept, so a second run tries only what changed: the file itself and its tests, but not what these import. Remove the cache to start over.
//
// With --sample=0.02, it tries two of a hundred mutants, chosen by the seed, to estimate the score of all. No results are kept.

const { values, positionals } = parseArgs({
  options: {
    near: { type: "boolean", default: false },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
  },
  allowPositionals: true,
});

// The checker runs in another process.
if (values.sample !== undefined) process.env[SHARE_VARIABLE] = values.sample;
process.env[SEED_VARIABLE] = values.seed;

const CLONE = fileURLToPath(new URL("../../", import.meta.url));
const CACHE = "node_modules/.cache/mutants";

const write = (line: string) => process.stdout.write(`${line}\n`);

type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

/** A mutant, with the code that it replaces. */
interface Change extends Omit<Survivor, "reason"> {
  readonly mutant: Mutant;
}

/** The files that contain code, by folder. */
function foldersOf(choice: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const roots = choice.map((name) => (name.includes("/") ? name.replace(/\/+$/, "") : `packages/${name}/src`));
  const folders = new Map<string, string[]>();
  for (const file of globSync("packages/*/src/**/*.ts").sort()) {
    const isChosen = roots.length === 0 || roots.some((root) => `${file}/`.startsWith(`${root}/`));
    if (!isChosen || UNMUTATED.some((pattern) => matchesGlob(file, pattern))) continue;
    folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file]);
  }
  return folders;
}

/** Lists of test files. Each list gets the mutants that survive those before it. */
function judgesOf(folder: string): readonly (readonly string[])[] {
  const starts = Object.keys(JUDGES).filter((start) => `${folder}/`.startsWith(`${start}/`));
  const longest = starts.reduce((best, start) => (start.length > best.length ? start : best), "");
  return [[`${folder}/*.test.ts`], ...(values.near ? [] : (JUDGES[longest] ?? []))].filter((tests) =>
    tests.some((pattern) => globSync(pattern).length > 0),
  );
}

/** Runs the mutants of files, or of parts of files. */
async function tried(
  name: string,
  parts: readonly string[],
  tests: readonly string[],
  ignoreStatic: boolean,
): Promise<readonly Change[]> {
  process.env["MUTANTS_TESTS"] = JSON.stringify(tests);
  const isSample = values.sample !== undefined;
  const cache = `${CACHE}/${name}.json`;
  const stryker = new Stryker({
    mutate: [...parts],
    testRunner: "vitest",
    plugins: [import.meta.resolve("@stryker-mutator/vitest-runner"), import.meta.resolve("./sample.ts")],
    checkers: isSample ? ["sample"] : [],
    vitest: { configFile: "test/mutants/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    ignoreStatic,
    concurrency: Number(process.env["CONCURRENCY"] ?? 1),
    // A busy machine makes a mutant slow. Endless loops are found by counting.
    timeoutFactor: 3,
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 20,
    disableTypeChecks: false,
    tempDirName: ".mutants",
    ignorePatterns: [".*", "bench", "coverage", "dist", "site"],
    symlinkNodeModules: false,
    buildCommand: `node test/mutants/link-modules.ts ${CLONE}`,
    incremental: !isSample,
    incrementalFile: cache,
    reporters: ["progress-append-only"],
  });
  const mutants = await stryker.runMutationTest();
  if (!isSample) forgetUntraced(cache);
  // There is no other checker.
  return mutants.filter(({ status }) => status !== "CompileError").map(changeOf);
}

/**
 * Stryker does not know which tests concern code that runs when a file is loaded. A new test would not make it try such a survivor again,
 * nor one in a file that no test had loaded.
 */
function forgetUntraced(cache: string): void {
  const report: Report = JSON.parse(readFileSync(cache, "utf8"));
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(
      ({ static: isStatic, status }) => status !== "NoCoverage" && !(isStatic && status === "Survived"),
    );
  }
  writeFileSync(cache, JSON.stringify(report));
}

/** The parts of Stryker's cache that are read here. */
interface Report {
  readonly files: Record<string, { mutants: readonly { readonly static?: boolean; readonly status: string }[] }>;
}

function changeOf(mutant: Mutant): Change {
  const { fileName, location, mutatorName, replacement } = mutant;
  const { start, end } = location;
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  const line = oneLine(lines[0] ?? "");
  lines.push(lines.pop()?.slice(0, end.column - 1) ?? "");
  return {
    file: fileName.replace(CLONE, ""),
    line,
    mutator: mutatorName,
    original: oneLine(lines.join("\n").slice(start.column - 1)),
    replacement: oneLine(replacement ?? ""),
    mutant,
  };
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, " ").trim();
}

/** The position of a change, in Stryker's notation for parts of files to mutate. */
function partOf({ file, mutant: { location } }: Change): string {
  const { start, end } = location;
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

function keyOf({ file, line, mutator, original, replacement }: Omit<Survivor, "reason">): string {
  return JSON.stringify([file, line, mutator, original, replacement]);
}

function idOf(change: Change): string {
  return partOf(change) + keyOf(change);
}

function isAlive({ mutant: { status } }: Change): boolean {
  return status === "Survived" || status === "NoCoverage" || status === "Ignored";
}

/** The mutants of a folder, and those among them that no test kills. */
async function mutantsOf(folder: string, files: readonly string[]) {
  const name = folder.replace(/^packages\//, "").replaceAll("/", "-");
  let all: readonly Change[] = [];
  let alive: readonly Change[] = [];
  for (const [index, tests] of judgesOf(folder).entries()) {
    const parts = index === 0 ? files : [...new Set(alive.map(partOf))];
    if (parts.length === 0) break;
    // Code that runs when a file is loaded concerns all tests. There are too many tests that start servers to run them all for each such
    // mutant.
    const tries = await tried(`${name}-${index}`, parts, tests, index > 1);
    // Stryker also returns the results that it knows for other files.
    const changes = tries.filter(({ file }) => files.includes(file));
    const killed = new Set(changes.filter((change) => !isAlive(change)).map(idOf));
    if (index === 0) all = changes;
    alive = (index === 0 ? all : alive).filter((change) => !killed.has(idOf(change)));
  }
  return { all, alive };
}

/** How many mutants were tried, and how many of them survived. */
interface Counts {
  readonly mutants: number;
  readonly survived: number;
}

let isAsListed = true;

/** Prints the results for a folder. */
async function judge(folder: string, files: readonly string[]): Promise<Counts> {
  const started = performance.now();
  const { all, alive } = await mutantsOf(folder, files);
  const listed = new Set(SURVIVORS.map(keyOf));
  const unexplained = alive.filter((change) => !listed.has(keyOf(change)));
  unexplained.forEach(printSurvivor);
  const stale = values.sample === undefined ? staleOf(files, all, alive) : [];
  stale.forEach(write);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const counts = { mutants: all.length, survived: alive.length };
  write(`${folder}: ${scoreOf(counts)}, ${unexplained.length} without a reason; ${minutes} minutes`);
  isAsListed &&= stale.length === 0 && (unexplained.length === 0 || values.near || !EXPLAINED.includes(folder));
  return counts;
}

function scoreOf({ mutants, survived }: Counts): string {
  const killed = mutants - survived;
  return `${mutants} mutants, ${killed} killed, ${((100 * killed) / Math.max(1, mutants)).toFixed(1)} %, ${survived} survived`;
}

function printSurvivor({ file, mutator, original, replacement, mutant: { location, status } }: Change): void {
  const { line, column } = location.start;
  write(`${file}:${line}:${column} ${status} ${mutator}\n    - ${original}\n    + ${replacement}`);
}

/** Messages for listed survivors that no longer survive. */
function staleOf(files: readonly string[], all: readonly Change[], alive: readonly Change[]): readonly string[] {
  const exist = new Set(all.map(keyOf));
  const survive = new Set(alive.map(keyOf));
  return SURVIVORS.filter((one) => files.includes(one.file) && !survive.has(keyOf(one))).map(
    (one) => `${exist.has(keyOf(one)) ? "No longer survives" : "No longer exists"}: ${keyOf(one)}`,
  );
}

let total: Counts = { mutants: 0, survived: 0 };
for (const [folder, files] of foldersOf(positionals)) {
  const { mutants, survived } = await judge(folder, files);
  total = { mutants: total.mutants + mutants, survived: total.survived + survived };
}
write(`all: ${scoreOf(total)}`);
process.exitCode = isAsListed ? 0 : 1;
