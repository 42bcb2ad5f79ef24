import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const COMMAND = fileURLToPath(new URL("../../../examples/reference-service/src/public-suite.ts", import.meta.url));

/** A substitute for the suite. It asks the service for its discovery, and reports one check with the given outcome. */
const STAND_IN = `#!${process.execPath}
const { writeFileSync } = require("node:fs");
const after = (name) => process.argv[process.argv.indexOf(name) + 1];
if (!process.argv.includes("--help")) fetch(after("--base-url") + "/v1/harnesses", { headers: { Authorization: "Bearer " + after("--api-key") } }).then(({ status }) => {
  const outcome = process.env.OUTCOME;
  const summary = { pass: 0, fail: 0, skip: 0, error: 0, total: 1, [outcome]: 1 };
  const checks = [{ id: "X-" + status, title: "The title", outcome, detail: "The detail" }];
  writeFileSync(after("--json"), JSON.stringify({ suite_version: "7", generated_at: "today", summary, checks }));
  process.exit(outcome === "fail" ? 1 : 0);
});
`;

function publicSuite(env: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "public-suite-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "uhp-conformance"), STAND_IN, { mode: 0o755 });
  const args = ["--conditions=@uhp-errors/source", COMMAND, "express5", "hono", "--reports", join(folder, "reports")];
  const PATH = [folder, process.env["PATH"]].join(delimiter);
  return spawnSync(process.execPath, args, { env: { ...process.env, PATH, ...env }, encoding: "utf8" });
}

test("the public suite's reports become a table, and success is that all checks passed", () => {
  const { status, stdout } = publicSuite({ OUTCOME: "pass" });
  expect(stdout).toMatch(/^Suite 7, class core, today\n/);
  expect(stdout).toContain("| express5 | 1 | 1 | 0 | 0 | 0 |\n| hono | 1 | 1 | 0 | 0 | 0 |\n");
  expect(status).toBe(0);
});

test("a skipped check does not count as passed", () => {
  const { status, stdout, stderr } = publicSuite({ OUTCOME: "skip" });
  expect(stdout).toContain("| hono | 1 | 0 | 0 | 1 | 0 |\n");
  expect(stderr).toContain("  X-200 skip: The title. The detail\n");
  expect(status).toBe(1);
});

test("where there is no suite, the command says so", () => {
  const { status, stdout } = publicSuite({ UHP_SUITE: "/nowhere" });
  expect(stdout).toMatch(/^The public conformance suite does not run here: .+\n/);
  expect(status).toBe(2);
});
