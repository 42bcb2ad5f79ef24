import { describe, expect, test } from "vitest";
import { parseModule } from "./module.ts";
import {
  bare,
  functionsAround,
  isFunction,
  memberPath,
  type Node,
  propertyValue,
  readCall,
  stringValue,
  walk,
} from "./syntax.ts";

/** Returns the node of an expression. */
function nodeOf(expression: string): Node {
  return parseModule("a.ts", `const it = (${expression});`).constants.get("it") as Node;
}

describe("the names in an expression:", () => {
  test.each<readonly [expression: string, path: readonly string[] | undefined]>([
    ["a", ["a"]],
    ["this", ["this"]],
    ["a.b.c", ["a", "b", "c"]],
    ["this.a", ["this", "a"]],
    ["this.#a", ["this", "#a"]],
    ["a?.b", ["a", "b"]],
    ["a?.b.c", ["a", "b", "c"]],
    ['a["b"]', ["a", "b"]],
    ["(a as B).c!", ["a", "c"]],
    ["(<A>a).b", ["a", "b"]],
    ["(a satisfies B).c", ["a", "c"]],
    ["(await a).b", ["a", "b"]],
    ["await a.b", ["a", "b"]],
    ["a[b]", undefined],
    ["a[0]", undefined],
    ["a().b", undefined],
    ["a.b()", undefined],
    ['"a"', undefined],
    ["super.a", undefined],
  ])("%s", (expression, path) => {
    const { nodes } = parseModule("a.ts", `class A extends B { #a; async f() { return (${expression}); } }`);
    const returned = nodes.find(({ type }) => type === "ReturnStatement") as Node & { readonly argument: Node };
    expect(memberPath(returned.argument)).toEqual(path);
  });
});

describe("a call has an object, a name and arguments:", () => {
  test.each<readonly [expression: string, call: string | undefined]>([
    ["f()", "f/0"],
    ["f(1, 2)", "f/2"],
    ["new F(1)", "F/1"],
    ["f?.(1)", "f/1"],
    ["a.f(1)", "a.f/1"],
    ["a?.f(1)", "a.f/1"],
    ["a?.b.f(1)", "a.b.f/1"],
    ['a["f"](1)', "a.f/1"],
    ["new a.F(1)", "a.F/1"],
    ["(a as B).f(1)", "a.f/1"],
    ["(f as B)(1)", "f/1"],
    ["(await f(1))!", "f/1"],
    ["a()", "a/0"],
    ["a[f](1)", undefined],
    ["(() => 1)(1)", undefined],
    ["f()()", undefined],
    ["f`a`", undefined],
    ["f", undefined],
    ["a.f", undefined],
  ])("%s", (expression, call) => {
    const read = readCall(nodeOf(expression));
    const object = read?.object === undefined ? "" : `${memberPath(read.object)?.join(".")}.`;
    expect(read === undefined ? undefined : `${object}${read.name}/${read.args.length}`).toBe(call);
  });
});

describe("a property of an object:", () => {
  test.each<readonly [object: string, names: readonly string[], text: string | undefined]>([
    ['{ a: "x" }', ["a"], "x"],
    ['{ "a": "x" }', ["a"], "x"],
    ['{ a: "x" } as A', ["a"], "x"],
    ['{ a: "x" as A }', ["a"], "x"],
    ['{ a: "x", b: "y" }', ["b"], "y"],
    ['{ a: "x", b: "y" }', ["b", "a"], "y"],
    ['{ a: "x", b: "y" }', ["c", "a"], "x"],
    ['{ a: "x", a: "y" }', ["a"], "x"],
    ['{ [a]: "x" }', ["a"], undefined],
    ["{ a() {} }", ["a"], undefined],
    ["{ ...a }", ["a"], undefined],
    ['{ a: "x" }', ["b"], undefined],
    ['{ a: "x" }', [], undefined],
    ['["x"]', ["a"], undefined],
  ])("%s %j", (object, names, text) => {
    const value = propertyValue(nodeOf(object), ...names);
    expect(value?.type === "StringLiteral" ? value.value : value).toBe(text);
  });
});

describe("the string of an expression:", () => {
  test.each<readonly [expression: string, text: string | undefined]>([
    ['"a"', "a"],
    ["`a`", "a"],
    ["`a\\u0062`", "ab"],
    [`\`a\${b}c\``, "a{}c"],
    [`\`\${a}\${b}\``, "{}{}"],
    ['"a" + "b"', "ab"],
    ['"a" + b', "a{}"],
    ['a + "b"', "{}b"],
    ['a + "b" + c', "{}b{}"],
    ["a + b", undefined],
    ['"a" - "b"', undefined],
    ['a || "b"', "b"],
    ['a ?? "b"', "b"],
    ['"a" && b', undefined],
    ['a ? "b" : "c"', "b"],
    ['a ? b : "c"', "c"],
    ["a ? b : c", undefined],
    ['t("a")', "a"],
    ['__("a", b)', "a"],
    ['_("a")', "a"],
    ['i18n("a")', "a"],
    ['format("a %s", b)', "a %s"],
    ["t(a)", undefined],
    ["t()", undefined],
    ['tt("a")', undefined],
    ['at("a")', undefined],
    ['formatted("a")', undefined],
    ['i18n.t("a")', undefined],
    ['f("a")', undefined],
    ['"a" as A', "a"],
    ["1", undefined],
    ["a", undefined],
  ])("%s", (expression, text) => {
    expect(stringValue(nodeOf(expression))).toBe(text);
  });
});

test.each<readonly [expression: string, type: string]>([
  ["a as B", "Identifier"],
  ["a!", "Identifier"],
  ["a satisfies B", "Identifier"],
  ["<B>a", "Identifier"],
  ["await a", "Identifier"],
  ["await (a as B)!", "Identifier"],
  ["a.b", "MemberExpression"],
  ["!a", "UnaryExpression"],
])("%s without what is around it is of the type %s", (expression, type) => {
  expect(bare(nodeOf(expression))?.type).toBe(type);
});

describe("the nodes of a tree", () => {
  test("are in the order of the source, each after those around it", () => {
    const { nodes } = walk(nodeOf("f(a, [b], c)"));
    expect(nodes.map((node) => (node.type === "Identifier" ? node.name : node.type))).toEqual([
      "CallExpression",
      "f",
      "a",
      "ArrayExpression",
      "b",
      "c",
    ]);
  });

  test("have their parents, and the first one has none", () => {
    const root = nodeOf("f(a)");
    const { nodes, parents } = walk(root);
    expect(nodes.map((node) => parents.get(node)?.type)).toEqual([undefined, "CallExpression", "CallExpression"]);
  });

  test("are at most 3,000 deep", () => {
    const inside = (depth: number): Node => {
      let node = { type: "Identifier", name: "a" } as Node;
      for (let at = 0; at < depth; at += 1) node = { type: "AwaitExpression", argument: node } as Node;
      return node;
    };
    expect(walk(inside(3_000)).nodes.length).toBe(3_001);
    expect(() => walk(inside(3_001))).toThrow(new RangeError("a tree is deeper than 3000 nodes"));
  });

  test("may be in several functions, of which the innermost is first", () => {
    const text = "function a() { class B { c() { return () => { ({ d() { const e = function () { it; }; } }); }; } } }";
    const { nodes, parents } = parseModule("a.ts", text);
    const it = nodes.find((node) => node.type === "Identifier" && node.name === "it") as Node;
    expect(functionsAround(it, parents).map(({ type }) => type)).toEqual([
      "FunctionExpression",
      "ObjectMethod",
      "ArrowFunctionExpression",
      "ClassMethod",
      "FunctionDeclaration",
    ]);
  });

  test.each<readonly [expression: string, is: boolean]>([
    ["() => 1", true],
    ["function () {}", true],
    ["class {}", false],
    ["f()", false],
  ])("%s is a function: %s", (expression, is) => {
    expect(isFunction(nodeOf(expression))).toBe(is);
  });
});
