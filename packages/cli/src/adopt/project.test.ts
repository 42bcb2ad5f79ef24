import { describe, expect, test } from "vitest";
import {
  hasName,
  importedFile,
  isOlder,
  majorVersion,
  parseFiles,
  readManifest,
  readProject,
  writeSpecifier,
} from "./project.ts";

const MODULE = readManifest('{ "type": "module" }');
const COMMON = readManifest("{}");

/** Returns the only file of a project. */
function fileOf(text: string, file = "a.ts", manifest = MODULE) {
  const [one] = parseFiles([{ file, text }], manifest);
  if (one === undefined) throw new Error(`${file} cannot be parsed`);
  return one;
}

describe("reads package.json", () => {
  test("with the ranges of all its dependencies", () => {
    const text = JSON.stringify({
      dependencies: { a: "1", b: "2" },
      devDependencies: { c: "3" },
      peerDependencies: { d: "4" },
      optionalDependencies: { e: "5" },
    });
    expect(readManifest(text)).toEqual({
      text,
      isEsm: false,
      ranges: new Map([
        ["a", "1"],
        ["b", "2"],
        ["c", "3"],
        ["d", "4"],
      ]),
    });
  });

  test.each<readonly [what: string, dependencies: unknown, expected: readonly (readonly [string, string])[]]>([
    ["null", null, []],
    ["a string", "express", []],
    ["a number as a range", { a: 1 }, [["a", "1"]]],
  ])("with %s in the place of dependencies", (_what, dependencies, expected) => {
    expect([...readManifest(JSON.stringify({ dependencies })).ranges]).toEqual(expected);
  });

  test.each([
    ['{ "type": "module" }', true],
    ['{ "type": "commonjs" }', false],
    ["{}", false],
  ])("whose modules are ES modules or not: %s", (text, expected) => {
    expect(readManifest(text).isEsm).toBe(expected);
  });

  test("or throws if it is not JSON", () => {
    expect(() => readManifest("{ a }")).toThrow(SyntaxError);
  });
});

const ranged = (range: string) => readManifest(JSON.stringify({ dependencies: { express: range } }));

test.each<readonly [range: string, major: number | undefined]>([
  ["^4.21.0", 4],
  [">=15", 15],
  ["npm:other@12.3", 12],
  ["latest", undefined],
])("the major version of %s is %s", (range, major) => {
  expect(majorVersion(ranged(range), "express")).toBe(major);
  expect(majorVersion(ranged(range), "koa")).toBeUndefined();
});

test.each<readonly [range: string, version: string, expected: boolean]>([
  ["^4.21.0", "5", true],
  ["^5.0.0", "5", false],
  ["6", "5", false],
  ["10.1.0", "9", false],
  ["9.9", "10", true],
  ["5.3", "5.4", true],
  ["5.4", "5.4", false],
  ["5.10", "5.4", false],
  ["5", "5.4", false],
  ["6.0", "5.4", false],
  ["4.9", "5.4", true],
  ["latest", "5.4", false],
])("whether %s begins before %s: %s", (range, version, expected) => {
  expect(isOlder(ranged(range), "express", version)).toBe(expected);
});

test("a package that is not there is not too old", () => {
  expect(isOlder(ranged("1"), "koa", "5")).toBe(false);
});

test.each<readonly [file: string, text: string, ofModule: boolean, ofCommon: boolean]>([
  ["a.js", "a();", true, false],
  ["a.ts", "a();", true, false],
  ["a.mjs", "a();", true, true],
  ["a.mts", "a();", true, true],
  ["a.cjs", "a();", false, false],
  ["a.cts", "a();", false, false],
  ["c.jsx", "a();", true, false],
  ["a.js", 'import a from "a";', true, true],
  ["a.js", "export const a = 1;", true, true],
  ["a.js", "export default 1;", true, true],
  ["a.js", 'export * from "./a";', true, true],
  ["a.ts", 'import a = require("a");', true, true],
  ["a.ts", "export = 1;", true, true],
  ["a.js", 'const a = require("a");', false, false],
  ["a.js", 'import a from "a"; const b = require("b");', true, true],
  ["a.js", 'a.b("require");', true, false],
])("%s with %s is an ES module in a module: %s, else: %s", (file, text, ofModule, ofCommon) => {
  expect(fileOf(text, file, MODULE).isEsm).toBe(ofModule);
  expect(fileOf(text, file, COMMON).isEsm).toBe(ofCommon);
});

test.each<readonly [file: string, text: string, ofModule: boolean, ofCommon: boolean]>([
  ["a.ts", "export const a = 1;", true, false],
  ["a.mts", "export const a = 1;", true, true],
  ["a.mjs", "export const a = 1;", true, true],
  ["a.cts", "export const a = 1;", false, false],
  ["a.cjs.ts", "export const a = 1;", true, false],
  ["a.mjs.ts", "export const a = 1;", true, false],
  ["a.js", 'const a = require("a");', false, false],
])("%s with %s may await outside of functions in a module: %s, else: %s", (file, text, ofModule, ofCommon) => {
  expect(fileOf(text, file, MODULE).mayAwait).toBe(ofModule);
  expect(fileOf(text, file, COMMON).mayAwait).toBe(ofCommon);
});

test.each([
  ["that is no JavaScript", "const = 1;"],
  ["that is parsed in part", "const a = 1;\nconst a = 2;\n"],
])("a file %s is left out", (_what, text) => {
  const sources = [
    { file: "a.js", text },
    { file: "b.js", text: "" },
  ];
  expect(parseFiles(sources, MODULE).map(({ file }) => file)).toEqual(["b.js"]);
});

test("a project has the classes of errors, and no others", () => {
  const text = "class A extends Error {}\nclass B extends A {}\nclass C {}\nclass D extends C {}\n";
  const { classes, vendor } = readProject([{ file: "a.ts", text }], "{}", "acme");
  expect(classes.map(({ name, file }) => `${name} in ${file.file}`)).toEqual(["A in a.ts", "B in a.ts"]);
  expect(vendor).toBe("acme");
});

test.each<readonly [what: string, from: string, to: string, imports: readonly string[], isEsm: boolean, as: string]>([
  ["of its folder", "src/a.ts", "src/b.ts", ["./c.js"], true, "./b.js"],
  ["of a folder in it", "a.ts", "src/b.ts", ["./c.js"], true, "./src/b.js"],
  ["of a folder around it", "test/a.ts", "src/b.ts", ["./c.js"], true, "../src/b.js"],
  ["that is an .mts file", "a.ts", "b.mts", ["./c.js"], true, "./b.mjs"],
  ["that is a .cts file", "a.ts", "b.cts", ["./c.js"], true, "./b.cjs"],
  ["that is a .tsx file", "a.ts", "b.tsx", ["./c.js"], true, "./b.js"],
  ["that is JavaScript", "a.js", "b.js", ["./c.js"], true, "./b.js"],
  ["with a .ts in its name", "a.js", "b.ts.js", ["./c.js"], true, "./b.ts.js"],
  ["beside imports of .ts files", "a.ts", "b.ts", ["./c.ts"], true, "./b.ts"],
  ["beside imports of .mts files", "a.ts", "b.mts", ["./c.js", "./d.mts"], true, "./b.mts"],
  ["beside imports without an extension", "a.ts", "b.ts", ["./c", "./d"], true, "./b"],
  ["beside imports half of which have an extension", "a.ts", "b.ts", ["./c", "./d.js"], true, "./b.js"],
  ["beside imports most of which have none", "a.ts", "b.ts", ["./c", "./d", "./e.js"], true, "./b"],
  ["beside imports of packages alone", "a.ts", "b.ts", ["express", "lodash/get"], true, "./b.js"],
  ["beside imports of packages alone, in CommonJS", "a.ts", "b.ts", ["express", "a.js"], false, "./b"],
  ["beside imports with an extension, in CommonJS", "a.js", "b.js", ["./c.js"], false, "./b.js"],
  ["with a dot in its name", "a.ts", "b.c.ts", ["./c"], true, "./b.c"],
  ["with an extension in its name", "a.ts", "b.ts.d/c.ts", ["./c"], true, "./b.ts.d/c"],
])("imports a file %s", (_what, from, to, imports, isEsm, expected) => {
  const text = imports.map((module, index) => `import a${index} from "${module}";\n`).join("");
  const manifest = isEsm ? MODULE : COMMON;
  const files = parseFiles([{ file: "z.ts", text }], manifest);
  expect(writeSpecifier(from, to, { files, manifest })).toBe(expected);
});

test.each<readonly [module: string, expected: string | undefined]>([
  ["./b", "src/b.ts"],
  ["./b.js", "src/b.ts"],
  ["./b.ts", "src/b.ts"],
  ["../c.mjs", "c.mts"],
  ["./d", "src/d/index.js"],
  ["@/b", "src/b.ts"],
  ["~/d", "src/d/index.js"],
  ["src/b", "src/b.ts"],
  ["@/c", "c.mts"],
  ["./c", undefined],
  ["@/rc/b", undefined],
  ["./e", undefined],
  ["b", undefined],
  ["c", undefined],
])("%s loads %s", (module, expected) => {
  const sources = ["src/a.ts", "src/b.ts", "c.mts", "src/d/index.js", "src/f/e.ts"].map((file) => ({ file, text: "" }));
  expect(importedFile("src/a.ts", module, parseFiles(sources, MODULE))?.file).toBe(expected);
});

test.each<readonly [text: string, expected: boolean]>([
  ["const install = 1;", true],
  ["function install() {}", true],
  ["type install = 1;", true],
  ["install.all();", true],
  ["install?.all();", true],
  ["npm[install];", true],
  ["npm?.[install];", true],
  ["a = { install };", true],
  ["a = { [install]: 1 };", true],
  ["a = { b: install };", true],
  ["a = { b: installs };", false],
  ["npm.install();", false],
  ["npm?.install();", false],
  ["a = { install: 1 };", false],
  ['a = "install";', false],
])("%s has the name install: %s", (text, expected) => {
  expect(hasName(fileOf(text), "install")).toBe(expected);
});

test("a component of JSX has a name", () => {
  expect(hasName(fileOf("const a = <Install />;", "a.jsx"), "Install")).toBe(true);
});
