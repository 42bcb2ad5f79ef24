import pc from "picocolors";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { DRIVER_NAMES } from "../drivers/names.ts";
import { CLAUSES, type Clause } from "./clauses.ts";

/** Characters of a column. */
const WIDTH = 15;

/** Passed and failed tests of one cell. */
interface Tally {
  passed: number;
  failed: number;
}

/** Prints which clause is proven on which framework, from the results of the run; a hole or a failure ends it red. */
export default class ClauseTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter((module) => module.errors().length > 0);
    const write = (line = "") => process.stdout.write(`${line}\n`);

    write(`${"clause".padEnd(8)}${DRIVER_NAMES.map((name) => name.padEnd(WIDTH)).join("")}says`);
    let holes = 0;
    for (const [clause, { kind, says }] of Object.entries(CLAUSES) as [Clause, (typeof CLAUSES)[Clause]][]) {
      const cells = DRIVER_NAMES.map((framework) => {
        const rules = tally(tests, clause, undefined);
        const seen = tally(tests, clause, framework);
        const cell = { passed: rules.passed + seen.passed, failed: rules.failed + seen.failed };
        // A rule is proven once for all frameworks; what speaks of answers has to be seen on each.
        const proven = cell.failed === 0 && (kind === "rule" ? rules : seen).passed > 0;
        if (!proven) holes += 1;
        return show(cell, proven);
      });
      write(`${clause.padEnd(8)}${cells.join("")}${says}`);
    }
    const failed = tests.filter((test) => test.result().state === "failed");
    for (const test of failed) write(pc.red(`failed: ${test.fullName}`));
    for (const module of broken) write(pc.red(`could not run: ${module.moduleId}`));
    const passed = tests.filter((test) => test.result().state === "passed").length;
    write(`\n${Object.keys(CLAUSES).length} clauses, ${holes} cells unproven`);
    write(`${passed} passed, ${failed.length} failed`);
    if (holes > 0 || failed.length > 0 || broken.length > 0) process.exitCode = 1;
  }
}

/** Tests that name the clause on the framework, or on none when they try a rule of the library itself. */
function tally(tests: readonly TestCase[], clause: Clause, framework: string | undefined): Tally {
  const states = tests
    .filter((test) => {
      const meta = test.meta();
      return meta.clauses?.includes(clause) && meta.framework === framework;
    })
    .map((test) => test.result().state);
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: states.filter((state) => state !== "passed").length,
  };
}

function show({ passed, failed }: Tally, proven: boolean): string {
  const text = (failed > 0 ? `✗ ${failed} of ${passed + failed}` : proven ? `✓ ${passed}` : "– none").padEnd(WIDTH);
  return proven ? pc.green(text) : pc.red(text);
}
