import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ACTIONS } from "../../packages/node/src/interception/stages.ts";
import { ROOT } from "../support/source-files.ts";

/** The cells of a row of a Markdown table. */
const cellsOf = (row: string) =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** A Markdown table without the padding of its columns. */
const trimmed = (table: string) =>
  table
    .trim()
    .split("\n")
    .map((row) => cellsOf(row).join(" | "))
    .filter((row) => !/^[-| ]+$/.test(row));

const page = readFileSync(join(ROOT, "docs/contributors/architecture.md"), "utf8");

function tableAfter(mark: string): readonly string[] {
  const [, table = ""] = new RegExp(`<!-- ${mark} -->\n+((?:\\|.*\n)+)`).exec(page) ?? [];
  return trimmed(table);
}

test("the page on the architecture has the table of stages as the code has it", () => {
  const stages = Object.keys(ACTIONS.writeHead);
  const rows = Object.entries(ACTIONS).map(([method, actions]) => {
    const cells = stages.map((stage) => `\`${actions[stage as keyof typeof actions].name}\``);
    return [`\`${method}\``, ...cells].join(" | ");
  });
  expect(tableAfter("stages")).toEqual([["", ...stages.map((stage) => `\`${stage}\``)].join(" | "), ...rows]);
});

test("the page describes each action as its comment does", () => {
  const source = readFileSync(join(ROOT, "packages/node/src/interception/stages.ts"), "utf8");
  const names = new Set(Object.values(ACTIONS).flatMap((actions) => Object.values(actions).map(({ name }) => name)));
  const said = [...names].map((name) => {
    const [, comment = ""] = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\nfunction ${name}\\(`).exec(source) ?? [];
    return `\`${name}\` | ${comment
      .replaceAll(/\s*\n?\s*\*?\s+/g, " ")
      .trim()
      .replace(/\.$/, "")}`;
  });
  expect(tableAfter("actions")).toEqual(["action | does", ...said]);
});
