import { styleText } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type {} from "./tries.ts";

/** The counts for one app on one runtime. */
interface Row {
  passed: number;
  known: number;
  notRun: number;
  failed: number;
}

const HEADS = ["passed", "known failing", "not run", "surprises"];

const write = (line: string) => process.stdout.write(`${line}\n`);

/** Prints what passes with each app on each runtime, from the results of the run. The exit code is 1 if a result was unexpected. */
export default class RuntimesTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter((module) => module.errors().length > 0);
    const failed = tests.filter((test) => test.result().state === "failed");
    write(`${"runtime".padEnd(26)}${"app".padEnd(8)}${HEADS.map((head) => head.padStart(15)).join("")}`);
    for (const [name, row] of rowsOf(tests)) {
      const cells = [row.passed, row.known, row.notRun, row.failed].map((count) => String(count).padStart(15)).join("");
      write(row.failed === 0 ? `${name}${cells}` : styleText("red", `${name}${cells}`));
    }
    for (const test of failed) tell(`failed: ${test.fullName}`, test.result().errors ?? []);
    for (const module of broken) tell(`could not run: ${module.moduleId}`, module.errors());
    const passed = tests.filter((test) => test.result().state === "passed").length;
    write(`\n${passed} passed, ${failed.length} failed`);
    if (failed.length > 0 || broken.length > 0) process.exitCode = 1;
  }
}

function rowsOf(tests: readonly TestCase[]): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const test of tests) {
    const { runtime } = test.meta();
    if (runtime === undefined) continue;
    const name = `${runtime.name.padEnd(26)}${runtime.app.padEnd(8)}`;
    const row = rows.get(name) ?? { passed: 0, known: 0, notRun: 0, failed: 0 };
    rows.set(name, row);
    if (test.result().state === "passed") row[FIELDS[runtime.expected]] += 1;
    else row.failed += 1;
  }
  return rows;
}

const FIELDS = { passes: "passed", fails: "known", "not run": "notRun" } as const;

function tell(what: string, errors: readonly { readonly message: string }[]): void {
  write(styleText("red", what));
  for (const { message } of errors) write(message.slice(0, 1_000));
}
