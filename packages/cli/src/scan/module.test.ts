import { describe, expect, test } from "vitest";
import { parseModule } from "./module.ts";

describe("what a file imports:", () => {
  test.each<readonly [text: string, imports: Readonly<Record<string, string>>]>([
    ['import a from "x";', { a: "x default" }],
    ['import * as a from "x";', { a: "x *" }],
    ['import { a } from "x";', { a: "x a" }],
    ['import { a as b } from "x";', { b: "x a" }],
    ['import { "a-b" as b } from "x";', { b: "x a-b" }],
    ['import { default as b } from "x";', { b: "x default" }],
    ['import a, { b } from "x";', { a: "x default", b: "x b" }],
    ['import "x";', {}],
    ['import a = require("x");', { a: "x default" }],
    ["import a = B.C;", {}],
    ['const a = require("x");', { a: "x default" }],
    ['const { a } = require("x");', { a: "x a" }],
    ['const { a: b } = require("x");', { b: "x a" }],
    ['const { "a-b": b } = require("x");', { b: "x a-b" }],
    ['const { [a]: b } = require("x");', { b: "x default" }],
    ['const { a, ...rest } = require("x");', { a: "x a" }],
    ['const { a: { b } } = require("x");', {}],
    ['const [a] = require("x");', {}],
    ['const a = require("x").b;', { a: "x b" }],
    ['const a = require("x").b.c;', { a: "x c" }],
    ['const a = require("x")["b"];', { a: "x b" }],
    ['const a = require("x")[b];', {}],
    ['const a = require("x") as B;', { a: "x default" }],
    ["const a = require(x);", {}],
    ['const a = load("x");', {}],
    ['const a = module.require("x");', {}],
    ['const a = load("x").b;', {}],
    ["const a = b;", {}],
    ["let a;", {}],
    ['const a = await import("x");', { a: "x *" }],
    ['const { a } = await import("x");', { a: "x a" }],
    ["const a = await import(x);", {}],
    ['const { a } = await (import("x"));', { a: "x a" }],
    ['require("x");', {}],
  ])("%s", (text, imports) => {
    const found = [...parseModule("a.ts", text).imports].map(([name, from]) => [name, `${from.module} ${from.name}`]);
    expect(Object.fromEntries(found)).toEqual(imports);
  });
});

describe("the constants of a file:", () => {
  test.each<readonly [text: string, names: readonly string[]]>([
    ["const a = 1;", ["a"]],
    ["let a = 1;", ["a"]],
    ["let a;", []],
    ["let a = 1; a = 2;", []],
    ["let a = 1; a += 2;", []],
    ["let a = 1; b = 2;", ["a"]],
    ["let a = 1; b.a = 2;", ["a"]],
    ["function f() { const a = 1; } function g() { const a = 2; }", []],
    ["function f() { const a = 1; } function g() { let a; }", []],
    ["const { a } = b;", []],
    ["const [a] = b;", []],
    ["const a = 1, b = 2;", ["a", "b"]],
  ])("%s", (text, names) => {
    expect([...parseModule("a.ts", text).constants.keys()]).toEqual(names);
  });
});

describe("the functions of a file:", () => {
  test.each<readonly [text: string, names: readonly string[]]>([
    ["function a() {}", ["a"]],
    ["const a = () => {};", ["a"]],
    ["const a = function () {};", ["a"]],
    ["const a = function b() {};", ["b"]],
    ["const { a } = () => {};", []],
    ["const a = wrap(() => {});", ["a"]],
    ["const a = wrap(wrap(() => {}));", []],
    ["wrap(() => {});", []],
    ["f(wrap(() => {}));", []],
    ["const a = new Wrap(() => {});", []],
    ["a = () => {};", ["a"]],
    ["exports.a = () => {};", ["a"]],
    ["a[b] = () => {};", []],
    ["class A { a() {} }", ["a", "A.a"]],
    ["class A { static a() {} }", ["a", "A.a"]],
    ["class A { #a() {} }", ["#a", "A.#a"]],
    ["class A { a = () => {}; }", ["a", "A.a"]],
    ['class A { "a-b"() {} }', ["a-b", "A.a-b"]],
    ["class A { [a]() {} }", []],
    ["const A = class { a() {} };", ["a", "A.a"]],
    ["const A = class B { a() {} };", ["a", "A.a"]],
    ["f(class { a() {} });", ["a"]],
    ["export default class { a() {} }", ["a"]],
    ["const A = { a() {} };", ["a", "A.a"]],
    ["const A = { a: () => {} };", ["a", "A.a"]],
    ["const A = { a: function () {} };", ["a", "A.a"]],
    ["const A = { [a]: () => {} };", []],
    ["const { A } = { a() {} };", ["a"]],
    ["f({ a() {} });", ["a"]],
    ["const A = { b: { a() {} } };", ["a"]],
    ["const A = f({ a() {} });", ["a"]],
    ["const a = 1;", []],
  ])("%s", (text, names) => {
    expect([...parseModule("a.ts", text).functions.keys()]).toEqual(names);
  });

  test("of two with the same name, the last one counts", () => {
    const { functions } = parseModule("a.ts", "class A { a() {} }\nclass B { a() {} }");
    expect([...functions].map(([name, node]) => [name, node.loc?.start.line])).toEqual([
      ["a", 2],
      ["A.a", 1],
      ["B.a", 2],
    ]);
  });
});

describe("mistakes are counted, and the first line is named:", () => {
  test.each<readonly [text: string, count: number, line: number]>([
    ["const a = 1;", 0, 1],
    ["\nconst a = 1; const a = 2;", 1, 2],
    ["const a = 1;\n\nconst a = 2;\nconst a = 3;", 2, 3],
    ["class A { a = this.#b;\nf() { const a = 1; const a = 2; } }", 2, 1],
    [`${"\n".repeat(8)}const a = 1;\nconst a = 2;\nconst a = 3;`, 2, 10],
  ])("%j", (text, count, line) => {
    expect(parseModule("a.ts", text).mistakes).toEqual({ count, line });
  });
});

describe("is parsed without a mistake:", () => {
  test.each<readonly [file: string, text: string]>([
    ["a.ts", "const a = <string>b;"],
    ["a.ts", "const a: string = b satisfies string;"],
    ["a.cts", "const a = <string>b;"],
    ["a.mts", "const a = <string>b;"],
    ["a.tsx", "const a: string = <p>a</p>;"],
    ["a.jsx", "const a = <p>a</p>;"],
    ["a.js", "const a = <p>a</p>;"],
    ["a.mjs", "const a = <p>a</p>;"],
    ["a.js", "function f(a: string) {}"],
    ["a.ts.js", "const a: ?string = b;"],
    ["a.ts", "return 1;"],
    ["a.ts", "await a;"],
    ["a.js", "await a; export {};"],
    ["a.ts", "export { a };"],
    ["a.ts", "@A() class B { @C() d() {} }"],
    ["a.js", 'import a from "./a.json" assert { type: "json" };'],
    ["a.js", 'import a from "./a.json" with { type: "json" };'],
    ["a.js", "{ using a = b; }"],
    ["a.js", "{ await using a = b; }"],
  ])("%s: %s", (file, text) => {
    expect(parseModule(file, text).mistakes).toEqual({ count: 0, line: 1 });
  });

  test.each<readonly [file: string, text: string]>([
    ["a.tsx", "const a = <string>b;"],
    ["a.ts", "const a = <p>a</p>;"],
    ["a.js", "const a = ;"],
  ])("but not %s: %s", (file, text) => {
    expect(() => parseModule(file, text)).toThrow(SyntaxError);
  });
});
