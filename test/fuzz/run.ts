/**
 * Tries every public surface with random cases: `pnpm fuzz --minutes=30`. `--target=<name or family>` selects targets and may be repeated;
 * without it, all run. `--seed=1` draws the same cases again. `--list` names the targets. `--planted` breaks the library in memory, once
 * for each invariant, and checks that fuzzing finds the defect. Each failing case is kept in `kept/`, where `pnpm test` tries it again.
 */
import { parseArgs } from "node:util";
import { keep } from "./kept.ts";
import { PLANTED } from "./planted.ts";
import { exploreApart } from "./process.ts";
import { FAMILIES } from "./target.ts";
import { TARGETS } from "./targets/index.ts";

/** Minutes within which a planted defect must be found. */
const PLANTED_MINUTES = 2;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    target: { type: "string", multiple: true, default: [] },
    seed: { type: "string" },
    list: { type: "boolean", default: false },
    planted: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new TypeError(`--minutes: expected a number above 0, got ${values.minutes}`);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new TypeError(`--seed: expected an integer, got ${values.seed}`);
const known = [...TARGETS.keys(), ...FAMILIES];
for (const name of values.target) {
  if (!known.includes(name)) throw new TypeError(`--target: there is no ${name}; there are ${known.join(", ")}`);
}
const chosen = [...TARGETS].filter(
  ([name, { family }]) => values.target.length === 0 || [name, family].some((each) => values.target.includes(each)),
);

const print = (line: string) => process.stdout.write(`${line}\n`);

if (values.list) for (const [name, { family }] of TARGETS) print(`${family}\t${name}`);
else if (values.planted) await findPlanted();
else await fuzz();

/** Gives each target its share of the time. */
async function fuzz(): Promise<void> {
  print(`seed ${seed}, ${minutes} minutes\n\n| target | cases | failing |\n| --- | ---: | ---: |`);
  for (const [name] of chosen) {
    const { cases, found } = await exploreApart(name, { seed, milliseconds: (minutes * 60_000) / chosen.length });
    print(`| ${name} | ${cases} | ${found.length} |`);
    for (const each of found) {
      process.exitCode = 1;
      if (each.case !== null) keep(name, each);
      process.stderr.write(
        `${name}: ${each.invariant}\n  ${each.what}\n  ${JSON.stringify(each.case).slice(0, 2_000)}\n`,
      );
    }
  }
}

async function findPlanted(): Promise<void> {
  print("| invariant | planted in | target | found after |\n| --- | --- | --- | ---: |");
  for (const [index, { invariant, target, file }] of PLANTED.entries()) {
    const start = Date.now();
    const limits = { seed, milliseconds: PLANTED_MINUTES * 60_000, first: true, planted: index };
    const { found } = await exploreApart(target, limits);
    const seconds = ((Date.now() - start) / 1_000).toFixed(0);
    const seen = found.some((each) => each.invariant === invariant);
    if (!seen) process.exitCode = 1;
    const other = found.map((each) => each.invariant).join(", ") || "nothing";
    print(`| ${invariant} | ${file} | ${target} | ${seen ? `${seconds} s` : `not found; found: ${other}`} |`);
  }
}
