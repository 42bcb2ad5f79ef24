import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DATABASES, FORMS } from "../../packages/core/src/reports/quoting.ts";
import { ROOT } from "../support/source-files.ts";

const page = readFileSync(join(ROOT, "docs/operating.md"), "utf8");

/** Names as a sentence lists them. */
const listed = (names: readonly string[]) =>
  new Intl.ListFormat("en", { style: "long" }).format(names).replace(/, and /, " and ");

test("the page on operating has the databases whose errors are known, each with the fields that mark them", () => {
  const [, table = ""] = /<!-- databases -->\n+\|.*\n\|[-| ]+\n((?:\|.*\n)+)/.exec(page) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .map((row) =>
      row
        .split("|")
        .slice(1, 3)
        .map((cell) => cell.trim()),
    );
  const known = Object.entries(DATABASES).map(([database, { marks }]) => [
    database,
    marks.map((fields) => listed(Object.keys(fields).map((field) => `\`${field}\``))).join(", or "),
  ]);
  expect(rows).toEqual(known);
});

test("the page on operating has everything whose forms of messages are known", () => {
  const [, forms = ""] = /<!-- forms -->\n+([^.]+)\./.exec(page) ?? [];
  expect(forms.replaceAll("\n", " ").split(", ")).toEqual(Object.keys(FORMS));
});
