import { describe, expect, test } from "vitest";
import { withEdits } from "./edits.ts";
import { importsEdit, joinedImport, listItem, unusedImports, type Wanted } from "./imports.ts";
import { type File, parseFiles, readManifest } from "./project.ts";

function fileOf(text: string, file = "a.mjs"): File {
  const [one] = parseFiles([{ file, text }], readManifest("{}"));
  if (one === undefined) throw new Error(`${file} cannot be parsed`);
  return one;
}

const A: Wanted = { module: "a", names: ["a"] };
const IMPORT = 'import { a } from "a";';
const REQUIRE = 'const { a } = require("a");';

const withoutMarks = (source: string, load = IMPORT) => source.replaceAll(/[«»]/g, "").replace("IMPORT", load);

const withImports = (text: string, file: string, ...wanted: readonly Wanted[]) =>
  withEdits(text, [importsEdit(wanted, fileOf(text, file))]);

describe("an import is added", () => {
  /** Each source has the import between « and ». */
  test.each<readonly [where: string, source: string]>([
    ["to an empty file", "«IMPORT\n»"],
    ["before the code", "«IMPORT\n»go();\n"],
    ["after the last import", 'import "b";\nimport "c";«\nIMPORT»\ngo();\n'],
    ["after an import below code", 'go();\nimport "b";«\nIMPORT»\nstay();\n'],
    ["after a comment of the last import", 'import "b"; // B«\nIMPORT»\ngo();\n'],
    ["after an import at the end of the file", 'import "b";«\nIMPORT»'],
    ["with the file's line breaks", 'import "b";«\r\nIMPORT»\r\ngo();\r\n'],
    ["after a first line for a shell", "#!/usr/bin/env node\n«IMPORT\n»go();\n"],
    ["after a directive", '"use strict";\n«IMPORT\n»go();\n'],
    ["after a directive with a comment", '"use strict"; // Always.\n«IMPORT\n»go();\n'],
    ["after a directive without a line below it", '"use strict";«IMPORT\n»'],
    ["after two directives", '"use strict";\n"use client";\n«IMPORT\n»go();\n'],
    ["before a comment of the code", "«IMPORT\n»// Goes.\ngo();\n"],
    ["before a block comment of the code", "«IMPORT\n»/* Goes. */\ngo();\n"],
    ["before a comment beside code", "«IMPORT\n»/* Goes. */ go();\n\nstay();\n"],
    ["after a license", "/*\n * Licensed.\n */\n\n«IMPORT\n»go();\n"],
    ["after a license in a line", "// Licensed.\n\n«IMPORT\n»go();\n"],
    ["after blank lines with spaces", "// Licensed.\n  \n\n«IMPORT\n»go();\n"],
    ["after a license with CRLF", "/* Licensed. */ \r\n\r\n«IMPORT\r\n»go();\r\n"],
    ["after two licenses", "// One.\n\n// Two.\n\n«IMPORT\n»go();\n"],
    ["after a license below a directive", '"use strict";\n\n// Licensed.\n\n«IMPORT\n»go();\n'],
    ["after what a tool reads below a directive", '"use strict";\n\n/* eslint-disable */\n«IMPORT\n»go();\n'],
    ["before code above a comment", "«IMPORT\n»go();\n\n// Stays.\n\nstay();\n"],
    ["after a license, before a comment", "// One.\n\n«IMPORT\n»// Goes.\ngo();\n"],
  ])("%s", (_where, source) => {
    expect(withImports(source.replace(/«.*»/s, ""), "a.mjs", A)).toBe(withoutMarks(source));
  });

  test.each([
    ..."// @ts-check|// @flow|/** @license MIT */|/*! @license MIT */|/** @jest-environment node */".split("|"),
    ..."/* eslint-disable */|/*eslint-env node*/|//eslint-disable-next-line|// biome-ignore lint: so".split("|"),
    ..."// prettier-ignore|/* tslint:disable */|/* istanbul ignore file */|/* c8 ignore start */".split("|"),
    ..."/* jshint node: true */|/* global a */|/* globals a */".split("|"),
  ])("after what a tool reads: %s", (comment) => {
    expect(withImports(`${comment}\ngo();\n`, "a.mjs", A)).toBe(`${comment}\n${IMPORT}\ngo();\n`);
  });

  test.each(["// For eslint", "/* globally */", "// See @license", "// ts-check", "/* a c8 */"])(
    "before what no tool reads: %s",
    (comment) => {
      expect(withImports(`${comment}\ngo();\n`, "a.mjs", A)).toBe(`${IMPORT}\n${comment}\ngo();\n`);
    },
  );

  test.each<readonly [where: string, source: string]>([
    ["to an empty file", "«IMPORT\n»"],
    ["after the calls at the top", 'const b = require("b");«\nIMPORT»\ngo();\n'],
    ["after a call with a property", 'const b = require("b").c;«\nIMPORT»\ngo();\n'],
    ["after calls alone", 'const b = require("b");«\nIMPORT»\n'],
    ["before a call below code", 'const b = require("b");«\nIMPORT»\ngo();\nconst c = require("c");\n'],
    ["before code that comes first", '«IMPORT\n»go();\nconst b = require("b");\n'],
    ["before a variable of something else", '«IMPORT\n»const c = go();\nconst b = require("b");\n'],
    ["before a list of variables with something else", '«IMPORT\n»const b = require("b"), c = 1;\n'],
    ["before a variable without a value", '«IMPORT\n»let c;\nconst b = require("b");\n'],
    ["before a call of a method", '«IMPORT\n»const c = lib.require("b");\n'],
  ])("by require, %s", (_where, source) => {
    expect(withImports(source.replace(/«.*»/s, ""), "a.cjs", A)).toBe(withoutMarks(source, REQUIRE));
  });

  test.each<readonly [what: string, wanted: Wanted, ofModule: string, ofCommon: string]>([
    ["names in order", { module: "a", names: ["c", "b"] }, "{ b, c }", "{ b, c }"],
    ["another name", { module: "a", names: ["b as c", "d as e"] }, "{ b as c, d as e }", "{ b: c, d: e }"],
    ["a default", { module: "a", names: ["A"], isDefault: true }, "A", "A"],
    ["no default", { module: "a", names: ["A"], isDefault: false }, "{ A }", "{ A }"],
  ])("with %s", (_what, wanted, ofModule, ofCommon) => {
    expect(withImports("", "a.mjs", wanted)).toBe(`import ${ofModule} from "a";\n`);
    expect(withImports("", "a.cjs", wanted)).toBe(`const ${ofCommon} = require("a");\n`);
  });

  test("for each module, in the file's style", () => {
    expect(withImports("import b from 'b'\nimport c from 'c'\n", "a.mjs", A, { module: "d", names: ["d"] })).toBe(
      "import b from 'b'\nimport c from 'c'\nimport { a } from 'a'\nimport { d } from 'd'\n",
    );
    expect(withImports("go();\n", "a.mjs", A, { module: "d", names: ["d"] })).toBe(
      `${IMPORT}\nimport { d } from "d";\ngo();\n`,
    );
  });
});

describe("a name joins an import", () => {
  const joined = (before: string, file: string, wanted: Wanted) => {
    const edits = joinedImport(wanted, fileOf(before, file));
    return edits === undefined ? undefined : withEdits(before, edits);
  };

  test.each<readonly [where: string, before: string, after: string]>([
    ["before the next one", 'import { a, c } from "m";', 'import { a, b, c } from "m";'],
    ["at the beginning", 'import { c } from "m";', 'import { b, c } from "m";'],
    ["at the end", 'import { a } from "m";', 'import { a, b } from "m";'],
    ["at the beginning of lines", 'import {\n  c,\n  d,\n} from "m";', 'import {\n  b,\n  c,\n  d,\n} from "m";'],
    ["at the end of a line", 'import "l";\nimport { a } from "m";', 'import "l";\nimport { a, b } from "m";'],
    ["at the end of lines", 'import {\n    a,\n} from "m";', 'import {\n    a,\n    b,\n} from "m";'],
    [
      "of the module beside an empty one",
      'import "m";\nimport { c } from "m";',
      'import "m";\nimport { b, c } from "m";',
    ],
    ["of the module among others", 'import "l";\nimport { c } from "m";', 'import "l";\nimport { b, c } from "m";'],
  ])("%s", (_where, before, after) => {
    expect(joined(before, "a.mjs", { module: "m", names: ["b"] })).toBe(after);
  });

  test("with another name of its own", () => {
    expect(joined('import { c } from "m";', "a.mjs", { module: "m", names: ["b as d"] })).toBe(
      'import { b as d, c } from "m";',
    );
    expect(joined('const { c } = require("m");', "a.cjs", { module: "m", names: ["b as d"] })).toBe(
      'const { b: d, c } = require("m");',
    );
  });

  test.each<readonly [what: string, before: string, file: string]>([
    ["of another module", 'import { a } from "other";', "a.mjs"],
    ["of a default", 'import a from "m";', "a.mjs"],
    ["of a default and names", 'import z, { a } from "m";', "a.mjs"],
    ["of a whole module", 'import * as a from "m";', "a.mjs"],
    ["of nothing", 'import "m";', "a.mjs"],
    ["of no name", 'import {} from "m";', "a.mjs"],
    ["of types", 'import type { A } from "m";', "a.mts"],
    ["by require of another module", 'const { a } = require("other");', "a.cjs"],
    ["by require of a whole module", 'const a = require("m");', "a.cjs"],
    ["by require of a property", 'const { a } = require("m").b;', "a.cjs"],
    ["by require with a rest", 'const { a, ...rest } = require("m");', "a.cjs"],
    ["by require with inner names", 'const { a, b: { c } } = require("m");', "a.cjs"],
    ["by require of a variable", "const { a } = require(m);", "a.cjs"],
    ["by another function", 'const { a } = load("m");', "a.cjs"],
    ["in a file without any", "", "a.mjs"],
  ])("but not %s", (_what, before, file) => {
    expect(joined(before, file, { module: "m", names: ["b"] })).toBeUndefined();
  });

  test("but no default", () => {
    expect(joined('import { a } from "m";', "a.mjs", { module: "m", names: ["b"], isDefault: true })).toBeUndefined();
  });
});

describe("an import goes with the code that used it", () => {
  const without = (text: string, file: string) => {
    const one = fileOf(text, file);
    const removed = one.nodes.filter((node) => node.type === "ThrowStatement");
    const edits = removed.map((node) => ({ start: node.start ?? 0, end: node.end ?? 0, text: "" }));
    return withEdits(text, [...edits, ...unusedImports(one, removed)]);
  };

  /** Each source has what goes between « and ». */
  test.each<readonly [what: string, source: string]>([
    ["alone", '«import { a } from "m";»\n«throw a();»\n'],
    ["as a default", '«import a from "m";»\ngo();\n«throw a();»\n'],
    ["as a whole module", '«import * as a from "m";»\ngo();\n«throw a.b();»\n'],
    ["between others", 'import "k";\nimport "l";«\nimport { a } from "m";»\nimport "n";\n«throw a();»\n'],
    ["between others, with spaces before it", 'import "l";«\n  import { a } from "m";»\nimport "n";\n«throw a();»\n'],
    ["before others", '«import { a } from "m";\n»import "n";\n«throw a();»\n'],
    ["before others, with spaces after it", '«import { a } from "m"; \n»import "n";\n«throw a();»\n'],
    ["before others on its line", '«import { a } from "m";» import "n";\nimport "o";\n«throw a();»\n'],
    ["before all others of the file on its line", '«import { a } from "m";»«throw a();» import "n";'],
    ["as two places used it", '«import { a } from "m";»\n«throw a();»\n«throw a();»\n'],
    ["first of its list", 'import { «a, »b } from "m";\nb();\n«throw a();»\n'],
    ["last of its list", 'import { b«, a» } from "m";\nb();\n«throw a();»\n'],
    ["on a line of its own", 'import {«\n  a,»\n  b,\n} from "m";\nb();\n«throw a();»\n'],
    ["with both names", '«import { a, b } from "m";»\ngo();\n«throw a(b);»\n'],
    ["but not if other code uses it", 'import { a } from "m";\na();\n«throw a();»\n'],
    ["but not if nothing used it", 'import { a } from "m";\n«throw b();»\n'],
    ["but not without such code", 'import { a } from "m";\na();\n'],
  ])("%s", (_what, source) => {
    expect(without(withoutMarks(source), "a.mjs")).toBe(source.replaceAll(/«[^»]*»/g, ""));
  });

  test.each<readonly [what: string, source: string]>([
    ["alone", '«const a = require("m");»\ngo();\n«throw a();»\n'],
    ["in a list", 'const { «a, »b } = require("m");\nb();\n«throw a();»\n'],
    ["under another name", 'const { «b: a, »c } = require("m");\nc();\n«throw a();»\n'],
    ["but not beside another variable", 'const a = require("m"), b = require("n");\n«throw a();»\n'],
    ["but not as a list of elements", 'const [a] = require("m");\n«throw a();»\n'],
    ["but not if it is no module", "const a = load();\n«throw a();»\n"],
    ["but not with a default", 'const { a = 1, b } = require("m");\nb();\n«throw a();»\n'],
  ])("by require, %s", (_what, source) => {
    expect(without(withoutMarks(source), "a.cjs")).toBe(source.replaceAll(/«[^»]*»/g, ""));
  });
});

test.each<readonly [what: string, before: string, after: string]>([
  ["first", "f(x, b)", "f(b)"],
  ["first, before spaces and a comma", "f(x  , b)", "f(b)"],
  ["last", "f(a, x)", "f(a)"],
  ["last, before another list", "f(a, x); g(b, c)", "f(a); g(b, c)"],
  ["last of three", "f(a, b, x)", "f(a, b)"],
  ["last, after a line break", "f(a,\n  x)", "f(a)"],
  ["alone", "f(x)", "f()"],
  ["on a line of its own", "f(\n    a,\n  x,\n  b,\n)", "f(\n    a,\n  b,\n)"],
  ["last on a line with others", "f(\n  a, x,\n  b,\n)", "f(\n  a, \n  b,\n)"],
  ["on a line of its own with CRLF", "f(\r\n  a,\r\n  x,\r\n  b,\r\n)", "f(\r\n  a,\r\n  b,\r\n)"],
  ["first on a line with others", "f(\n  x, b,\n)", "f(\n  b,\n)"],
  ["between others of its line", "f(\n  a, x, b,\n)", "f(\n  a, b,\n)"],
  ["before a comment", "f(\n  x, // why\n)", "f(\n  // why\n)"],
])("an element of a list is deleted: %s", (_what, before, after) => {
  const at = before.indexOf("x");
  const node = fileOf(before).nodes.find(({ type, start }) => type === "Identifier" && start === at);
  if (node === undefined) throw new Error("there is no x");
  expect(withEdits(before, [listItem(node, before)])).toBe(after);
});
