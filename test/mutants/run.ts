import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../support/source-files.ts";
import { EXPLAINED } from "./config.ts";
import { drawn, type Instrumented, instrumented, type Mutant, mutantsOf, oneLine, replacedBy } from "./mutant.ts";
import { SURVIVORS, type Survivor } from "./survivors.ts";

// pnpm mutants [--sample=150] [--seed=1] [<package> | <folder> | <file>]...
//
// Changes the sources of the packages in one place after another, and prints each change that no test of `pnpm test` notices. With --sample, it
// tries so many changes, which the seed draws. A copy of the clone has all changes at once, each behind a switch. A first run there finds
// which files of tests reach a change. Then each change is turned on in turn, for these files alone.

const { values, positionals } = parseArgs({
  options: { sample: { type: "string" }, seed: { type: "string", default: "1" } },
  allowPositionals: true,
});

/** Outside of `node_modules`, since Node runs no TypeScript from there, and some tests start processes. */
const FOLDER = mkdtempSync(join(tmpdir(), "mutants-"));
const COPY = join(FOLDER, "clone");
const NOTES = join(FOLDER, "notes.jsonl");

/** Minutes after which a run of tests counts as endless. */
const LIMIT = 10;

const write = (line: string) => process.stdout.write(`${line}\n`);

/** How the tests reach a mutant. */
interface Reached {
  /** Files with tests during which it runs, by how often. */
  readonly tests: Map<string, number>;
  /** Files that run it while they load. */
  readonly loading: Set<string>;
}

/** Copies the clone, with switches in its sources, and installs its packages there. */
function copyClone(files: ReadonlyMap<string, Instrumented>): void {
  const { stdout } = spawnSync("git", ["ls-files", "-coz", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" });
  for (const path of stdout.split("\0").filter((one) => one !== "" && existsSync(join(ROOT, one)))) {
    cpSync(join(ROOT, path), join(COPY, path), { force: true });
  }
  for (const [path, { content }] of files) writeFileSync(join(COPY, path), content);
  // Some tests ask git for the files.
  spawnSync("git", ["init", "--quiet"], { cwd: COPY });
  const { status } = spawnSync("pnpm", ["install", "--frozen-lockfile", "--prefer-offline"], { cwd: COPY });
  if (status !== 0) throw new Error(`the packages could not be installed in ${COPY}`);
}

/** Runs files of tests in the copy; all if none are named. @returns whether they passed, in time. */
async function passes(env: Readonly<Record<string, string>>, tests: readonly string[], options: readonly string[]) {
  const vitest = join(COPY, "node_modules/vitest/vitest.mjs");
  const child = spawn("node", [vitest, "run", "--config=test/mutants/vitest.config.ts", ...options, ...tests], {
    cwd: COPY,
    env: { ...process.env, ...env },
    timeout: LIMIT * 60_000,
    killSignal: "SIGKILL",
    stdio: "ignore",
  });
  const [status] = await once(child, "close");
  return status === 0;
}

/** Which tests reach each mutant, by its id. Files that fail without any mutant judge none. */
async function reachedBy() {
  const report = join(FOLDER, "report.json");
  await passes({ MUTANTS_NOTES: NOTES }, [], ["--reporter=json", `--outputFile=${report}`]);
  const { testResults }: { testResults: readonly { name: string; status: string }[] } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  const failing = testResults.filter(({ status }) => status !== "passed").map(({ name }) => name);
  const reached = new Map<string, Reached>();
  const at = (id: string) => {
    const one = reached.get(id) ?? { tests: new Map<string, number>(), loading: new Set<string>() };
    reached.set(id, one);
    return one;
  };
  for (const line of readFileSync(NOTES, "utf8").trim().split("\n")) {
    const { file, loading, tests }: { file: string; loading: string[]; tests: Record<string, number> } =
      JSON.parse(line);
    if (failing.includes(file)) continue;
    for (const id of loading) at(id).loading.add(file);
    for (const [id, count] of Object.entries(tests)) at(id).tests.set(file, count);
  }
  return { reached, failing };
}

/** The files that judge a mutant, those beside it first: each list gets what survives the one before. */
function judgesOf({ file }: Mutant, { tests, loading }: Reached): readonly (readonly string[])[] {
  const files = [...new Set([...tests.keys(), ...loading])].map((path) => path.slice(COPY.length + 1));
  const folder = `${dirname(file)}/`;
  const home = `${file.split("/").slice(0, 2).join("/")}/`;
  const isNear = (path: string) => path.startsWith(folder);
  const isOfPackage = (path: string) => !isNear(path) && path.startsWith(home);
  return [
    files.filter(isNear),
    files.filter(isOfPackage),
    files.filter((path) => !isNear(path) && !isOfPackage(path)),
  ].filter((list) => list.length > 0);
}

async function isKilled(id: string, mutant: Mutant, reached: Reached | undefined): Promise<boolean> {
  if (reached === undefined) return false;
  const hits = [...reached.tests.values()].reduce((sum, count) => sum + count, 0);
  const env = { __STRYKER_ACTIVE_MUTANT__: id, MUTANTS_HITS: String(1_000 + hits * 100) };
  for (const tests of judgesOf(mutant, reached)) {
    if (!(await passes(env, tests, ["--bail=1", "--reporter=dot", "--maxWorkers=1"]))) return true;
  }
  return false;
}

/** What identifies a mutant while lines move. */
function keyOf({ file, line, mutator, original, replacement }: Omit<Survivor, "reason">): string {
  return JSON.stringify([file, line, mutator, original, replacement]);
}

function described(mutant: Mutant): Omit<Survivor, "reason"> {
  const { file, mutator, replacement } = mutant;
  return { file, mutator, ...replacedBy(mutant), replacement: oneLine(replacement) };
}

let isAsListed = true;

/** An explanation of what is gone is dead weight. */
function outdated(why: string, one: Omit<Survivor, "reason">): void {
  write(`${why}: ${keyOf(one)}`);
  isAsListed = false;
}

const all = await mutantsOf(positionals);
const chosen = values.sample === undefined ? all : drawn(all, Number(values.sample), values.seed);
const files = await instrumented(chosen);
copyClone(files);
const { reached, failing } = await reachedBy();
for (const file of failing) write(`not a judge, since it fails on changed sources: ${file.slice(COPY.length + 1)}`);

const explained = new Set(SURVIVORS.map(keyOf));
if (positionals.length === 0) {
  const existing = new Set(all.map((mutant) => keyOf(described(mutant))));
  for (const one of SURVIVORS) if (!existing.has(keyOf(one))) outdated("no longer exists", one);
}
const counts = new Map<string, { tried: number; killed: number }>();

async function tryOut(id: string, mutant: Mutant): Promise<void> {
  const folder = dirname(mutant.file);
  const count = counts.get(folder) ?? { tried: 0, killed: 0 };
  counts.set(folder, count);
  count.tried += 1;
  const one = described(mutant);
  const isExplained = explained.has(keyOf(one));
  if (await isKilled(id, mutant, reached.get(id))) {
    count.killed += 1;
    if (isExplained) outdated("no longer survives", one);
    return;
  }
  if (!isExplained && EXPLAINED.includes(folder)) isAsListed = false;
  const how = reached.has(id) ? "survived" : "never reached";
  write(
    `${mutant.file}:${mutant.start.line + 1}:${mutant.start.column + 1} ${how} ${one.mutator}${isExplained ? ", explained" : ""}
    - ${one.original}
    + ${one.replacement}`,
  );
}

const waiting = [...files.values()].flatMap(({ mutants }) => [...mutants]).values();
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const [id, mutant] of waiting) await tryOut(id, mutant);
  }),
);
rmSync(FOLDER, { recursive: true, force: true });

let tried = 0;
let killed = 0;
for (const [folder, count] of counts) {
  write(`${folder}: ${count.killed} of ${count.tried} killed`);
  tried += count.tried;
  killed += count.killed;
}
write(`all: ${killed} of ${tried} killed, ${((100 * killed) / Math.max(1, tried)).toFixed(1)} %`);
process.exitCode = isAsListed ? 0 : 1;
