import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { random } from "../../corpus/random.ts";
import { UNMUTATED } from "./config.ts";

/** A change of the code in one place. */
export interface Mutant {
  /** The path from the root of the clone. */
  readonly file: string;
  readonly mutator: string;
  readonly replacement: string;
  /** Lines and columns count from 0. */
  readonly start: Position;
  readonly end: Position;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A file with switches for some mutants. The environment variable `__STRYKER_ACTIVE_MUTANT__` turns one of them on. */
export interface Instrumented {
  readonly content: string;
  /** The mutants, by the id that turns each on. */
  readonly mutants: ReadonlyMap<string, Mutant>;
}

const silent = { debug() {}, info() {}, isDebugEnabled: () => false };

/** Puts switches into a file: for all its mutants, or for those within some places. */
async function instrument(file: string, mutate: true | readonly Mutant[]) {
  const instrumenter = new Instrumenter(silent as never);
  const content = readFileSync(file, "utf8");
  const places = mutate === true ? true : mutate.map(({ start, end }) => ({ start, end }));
  const options = { ignorers: [], plugins: null, excludedMutations: [] };
  const { files, mutants } = await instrumenter.instrument([{ name: file, mutate: places, content }], options);
  return {
    content: files[0]?.content ?? content,
    mutants: mutants.map(
      ({ id, mutatorName, replacement = "", location: { start, end } }) =>
        [id, { file, mutator: mutatorName, replacement, start, end }] as const,
    ),
  };
}

/** All mutants of the packages, or of those packages, folders and files that are named. */
export async function mutantsOf(names: readonly string[]): Promise<readonly Mutant[]> {
  const roots = names.map((name) => (name.includes("/") ? name.replace(/\/+$/, "") : `packages/${name}/src`));
  const files = globSync("packages/*/src/**/*.ts")
    .sort()
    .filter((file) => roots.length === 0 || roots.some((root) => `${file}/`.startsWith(`${root}/`)))
    .filter((file) => !UNMUTATED.some((pattern) => matchesGlob(file, pattern)));
  const found: Mutant[] = [];
  for (const file of files) found.push(...(await instrument(file, true)).mutants.map(([, mutant]) => mutant));
  return found;
}

/** Draws mutants. The same seed draws the same ones, as long as their code stays. */
export function drawn(mutants: readonly Mutant[], count: number, seed: string): readonly Mutant[] {
  const lot = (mutant: Mutant) => random(JSON.stringify([seed, mutant])).next();
  return mutants
    .map((mutant) => [lot(mutant), mutant] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, mutant]) => mutant);
}

/** Files with switches for these mutants, by path. An id is unique among all of them. */
export async function instrumented(mutants: readonly Mutant[]): Promise<ReadonlyMap<string, Instrumented>> {
  const files = new Map<string, Instrumented>();
  let count = 0;
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const wanted = new Map(
      mutants.filter((mutant) => mutant.file === file).map((mutant) => [JSON.stringify(mutant), mutant]),
    );
    const { content, mutants: all } = await instrument(file, [...wanted.values()]);
    const base = count;
    count += all.length;
    files.set(file, {
      // The instrumenter numbers each file from 0.
      content: content.replaceAll(/(stryMutAct_9fa48|stryCov_9fa48)\(((?:"\d+"(?:, )?)+)\)/g, (_, name, ids) => {
        const own = String(ids).replaceAll(/\d+/g, (id) => String(Number(id) + base));
        return `${name}(${own})`;
      }),
      mutants: new Map(
        all.flatMap(([id, mutant]) => {
          const one = wanted.get(JSON.stringify(mutant));
          return one === undefined ? [] : [[String(Number(id) + base), one] as const];
        }),
      ),
    });
  }
  return files;
}

/** The code that a mutant replaces, and the line in which that begins. */
export function replacedBy({ file, start, end }: Mutant): { readonly line: string; readonly original: string } {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .slice(start.line, end.line + 1);
  const line = oneLine(lines[0] ?? "");
  lines.push(lines.pop()?.slice(0, end.column) ?? "");
  return { line, original: oneLine(lines.join("\n").slice(start.column)) };
}

export function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, " ").trim();
}
