import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutExamples } from "../../scripts/build/without-examples.ts";

const RULES = new URL("../../packages/core/src/sanitizer/rules/", import.meta.url);

/** The files of rules of which some are made by `token`. */
const files = readdirSync(new URL("credentials/", RULES)).filter((name) =>
  /\n {2}token\(/.test(readFileSync(new URL(`credentials/${name}`, RULES), "utf8")),
);

test("the files with tokens were found", () => {
  expect(files.length).toBeGreaterThan(4);
});

test("a token keeps its id, what it begins with and its shape, and loses its examples", () => {
  expect(
    withoutExamples("x.ts", 'const all = [token("a-key", "ak_", /ak_\\w{16,}/, "ak_{alnum:16}", "ak_x", isToken)];'),
  ).toBe('const all = [token("a-key", "ak_", /ak_\\w{16,}/, "", "", isToken)];');
});

test("a rule keeps its expression and loses its examples", () => {
  expect(withoutExamples("x.ts", 'const rule = { id: "x", pattern: /x/g, redacts: ["x"], keeps: ["y"] };')).toBe(
    'const rule = { id: "x", pattern: /x/g, redacts: [], keeps: [] };',
  );
});

test.each(files)("no shape of a token in %s is lost in the build", (name) => {
  const text = readFileSync(new URL(`credentials/${name}`, RULES), "utf8");
  const shapes = (source: string) => source.match(/\/(?![/*])[^\n]*[}+)*\]]\/,/g) ?? [];
  expect(shapes(text).length).toBeGreaterThan(0);
  expect(shapes(withoutExamples(name, text))).toEqual(shapes(text));
});
