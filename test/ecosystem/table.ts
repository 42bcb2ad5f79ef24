import { styleText } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type {} from "./apps/support/app.ts";
import type {} from "./support/meta.ts";

/** The counts for one library on one framework. */
interface Cell {
  passed: number;
  failed: number;
  requests: number;
  expected: number;
}

/** Prints which library was compared on which framework, from the results of the run. The exit code is 1 if anything failed. */
export default class EcosystemTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter((module) => module.errors().length > 0);
    const write = (line = "") => process.stdout.write(`${line}\n`);

    const cells = new Map<string, Cell>();
    for (const test of tests) {
      const seen = test.meta().ecosystem;
      if (seen === undefined) continue;
      const name = `${seen.library.padEnd(44)}${seen.framework}`;
      const cell = cells.get(name) ?? { passed: 0, failed: 0, requests: 0, expected: 0 };
      cell[test.result().state === "passed" ? "passed" : "failed"] += 1;
      cell.requests += seen.requests;
      cell.expected += seen.expected;
      cells.set(name, cell);
    }

    write(
      `${"library".padEnd(44)}${"framework".padEnd(34)}${"requests".padStart(9)}${"expected to differ".padStart(20)}`,
    );
    for (const [name, { failed, passed, requests, expected }] of [...cells].sort(([a], [b]) => a.localeCompare(b))) {
      const row = `${name.padEnd(78)}${String(requests).padStart(9)}${String(expected).padStart(20)}`;
      write(failed === 0 ? row : `${row}  ${styleText("red", `✗ ${failed} of ${failed + passed}`)}`);
    }

    for (const line of applicationLines(tests)) write(line);

    const failed = tests.filter((test) => test.result().state === "failed");
    for (const test of failed) write(described(test));
    for (const module of broken) write(styleText("red", `could not run: ${module.moduleId}`));
    const sum = (field: "requests" | "expected") => [...cells.values()].reduce((total, cell) => total + cell[field], 0);
    write(
      `\n${cells.size} pairs, ${sum("requests")} requests, ${sum("expected")} exchanges that are expected to differ`,
    );
    write(`${tests.filter((test) => test.result().state === "passed").length} passed, ${failed.length} failed`);
    if (failed.length > 0 || broken.length > 0) process.exitCode = 1;
  }
}

/** The applications as a table, each with the lines that adopt the contract and the options that the adoption report names. */
function applicationLines(tests: readonly TestCase[]): string[] {
  const apps = tests.flatMap((test) => test.meta().app ?? []);
  if (apps.length === 0) return [];
  const cells = (name: string, columns: readonly (string | number)[]) =>
    `${name.padEnd(78)}${columns.map((cell) => String(cell).padStart(11)).join("")}`;
  const rows = apps
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ name, is, requests, same, successes, envelopes, passed, keptOut, failures, lines }) => [
      cells(`${name}: ${is}`, [
        requests,
        `${same}/${successes}`,
        `${envelopes}/${failures}`,
        passed,
        keptOut,
        lines.length,
      ]),
      ...lines.map((line) => `    ${line}`),
    ]);
  return [
    "",
    cells("application, and the lines that adopt the contract", [
      "requests",
      "same bytes",
      "envelopes",
      "JSON-RPC",
      "kept out",
      "lines",
    ]),
    ...rows,
  ];
}

function described(test: TestCase): string {
  const errors = test.result().errors ?? [];
  return [styleText("red", `failed: ${test.fullName}`), ...errors.map(({ diff, message }) => diff ?? message)].join(
    "\n",
  );
}
