import pc from "picocolors";
import { DRIVER_NAMES } from "../conformance/drivers/names.ts";
import { CLAUSES, type Clause } from "./clauses.ts";
import type { Outcome, Result } from "./results.ts";

/** The width of a column, in characters. */
const WIDTH = 15;

/** Passed and failed tests of one cell. */
interface Tally {
  passed: number;
  failed: number;
}

/** Prints which clause is proven on which framework. Returns whether everything is proven and nothing failed. */
export function printTable({ tests, broken }: Outcome, write: (line: string) => void): boolean {
  write(`${"clause".padEnd(8)}${DRIVER_NAMES.map((name) => name.padEnd(WIDTH)).join("")}says`);
  let holes = 0;
  for (const [clause, { kind, says }] of Object.entries(CLAUSES) as [Clause, (typeof CLAUSES)[Clause]][]) {
    const cells = DRIVER_NAMES.map((framework) => {
      const { proven, ...cell } = judge(tests, clause, kind, framework);
      if (!proven) holes += 1;
      return show(cell, proven);
    });
    write(`${clause.padEnd(8)}${cells.join("")}${says}`);
  }
  const failed = tests.filter(({ state }) => state === "failed");
  for (const { name } of failed) write(pc.red(`failed: ${name}`));
  for (const what of broken) write(pc.red(`could not run: ${what}`));
  const passed = tests.filter(({ state }) => state === "passed").length;
  write(`\n${Object.keys(CLAUSES).length} clauses, ${holes} cells unproven`);
  write(`${passed} passed, ${failed.length} failed`);
  return holes === 0 && failed.length === 0 && broken.length === 0;
}

/** The result of one clause on one framework. */
function judge(tests: readonly Result[], clause: Clause, kind: "rule" | "wire", framework: string) {
  const rules = tally(tests, clause, undefined);
  const seen = tally(tests, clause, framework);
  const failed = rules.failed + seen.failed;
  // A rule is proven once for all frameworks. A `wire` clause has to be seen on each.
  const proven = failed === 0 && (kind === "rule" ? rules : seen).passed > 0;
  return { proven, passed: rules.passed + seen.passed, failed };
}

/** Counts the clauses that are proven on a framework, and those that are not. */
export function countClauses(tests: readonly Result[], framework: string): { proven: number; unproven: number } {
  const clauses = Object.entries(CLAUSES) as [Clause, (typeof CLAUSES)[Clause]][];
  const proven = clauses.filter(([clause, { kind }]) => judge(tests, clause, kind, framework).proven).length;
  return { proven, unproven: clauses.length - proven };
}

/** The tests that name the clause on the framework, or on none for a rule of the library itself. */
function tally(tests: readonly Result[], clause: Clause, framework: string | undefined): Tally {
  const states = tests
    .filter((test) => test.clauses?.includes(clause) && test.framework === framework)
    .map(({ state }) => state);
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: states.filter((state) => state !== "passed").length,
  };
}

function show({ passed, failed }: Tally, proven: boolean): string {
  const text = (failed > 0 ? `✗ ${failed} of ${passed + failed}` : proven ? `✓ ${passed}` : "– none").padEnd(WIDTH);
  return proven ? pc.green(text) : pc.red(text);
}
