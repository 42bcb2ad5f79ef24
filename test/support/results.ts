import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Clause } from "./clauses.ts";
import { ROOT, sourceFiles } from "./source-files.ts";

/** Where `pnpm test` saves its results. */
export const RESULTS = join(ROOT, ".vitest/results.json");

/** The projects whose tests prove clauses. */
export const JUDGED: readonly string[] = ["unit", "suite", "apart"];

/** The result of one test. */
export interface Result {
  readonly name: string;
  readonly state: string;
  /** The clauses that it proves, if any. */
  readonly clauses?: readonly Clause[];
  /** The driver that it ran on; absent for a rule of the library itself. */
  readonly framework?: string;
}

/** The outcome of a run. */
export interface Outcome {
  readonly tests: readonly Result[];
  /** Files that could not run, and errors outside any test. */
  readonly broken: readonly string[];
}

/** The results of a whole run. */
export interface Results extends Outcome {
  /** The {@link fingerprint} of what was tested. */
  readonly sources: string;
}

/** The results of the last whole run; `undefined` when there are none, or when the sources have changed since. */
export function freshResults(): Results | undefined {
  if (!existsSync(RESULTS)) return undefined;
  const results = JSON.parse(readFileSync(RESULTS, "utf8")) as Results;
  return results.sources === fingerprint() ? results : undefined;
}

/** The folders that the tests read. */
const FOLDERS = ["packages", "test", "corpus", "examples", "scripts", "docs"];

/** A hash of all that the tests read. It changes when a file is changed, added, moved or removed. */
export function fingerprint(): string {
  const own = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
  const hash = createHash("sha256");
  for (const path of [...own.map(({ name }) => name).sort(), ...FOLDERS.flatMap(sourceFiles)]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  }
  return hash.digest("hex");
}
