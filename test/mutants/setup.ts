import { appendFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect } from "vitest";

/** Where the first run, without a mutant, notes which mutants each file of tests reaches; one JSON object a line. */
const NOTES = process.env["MUTANTS_NOTES"];

/** How often the active mutant may be reached. One that makes a loop endless ends by this. */
const HITS = process.env["MUTANTS_HITS"];

/** What instrumented code counts in. */
interface Counts {
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> } | undefined;
}

const shared = globalThis as { __stryker__?: Counts };
shared.__stryker__ ??= {};
const counts = shared.__stryker__;

if (HITS !== undefined) {
  counts.hitCount = 0;
  counts.hitLimit = Number(HITS);
}

if (NOTES !== undefined) {
  beforeEach(() => {
    counts.currentTestId = "test";
  });
  afterEach(() => {
    counts.currentTestId = undefined;
  });
  afterAll(() => {
    const { static: loading = {}, perTest = {} } = counts.mutantCoverage ?? {};
    const note = { file: expect.getState().testPath, loading: Object.keys(loading), tests: perTest["test"] ?? {} };
    appendFileSync(NOTES, `${JSON.stringify(note)}\n`);
    delete perTest["test"];
  });
}
