import { describe, expect, test } from "vitest";
import { fieldsIn, pairsOf, WrittenHead, withFields, withoutNames } from "./head.ts";

/** A head that was written with the given fields. */
function headOf(fields: unknown): WrittenHead {
  return new WrittenHead([200, fields], undefined);
}

describe("the fields among the arguments of writeHead", () => {
  test.each<readonly [what: string, args: readonly unknown[], fields: unknown]>([
    ["a status alone has none", [200], undefined],
    ["they may follow the status", [200, { A: "1" }], { A: "1" }],
    ["they may follow a reason phrase", [200, "Fine", { A: "1" }], { A: "1" }],
    ["a reason phrase is none", [200, "Fine"], undefined],
    ["they may follow a reason phrase left undefined", [200, undefined, { A: "1" }], { A: "1" }],
    ["the last of two objects counts", [200, { A: "1" }, { B: "2" }], { B: "2" }],
  ])("%s", (_what, args, fields) => expect(fieldsIn(args)).toEqual(fields));

  test.each<readonly [what: string, args: readonly unknown[], replaced: readonly unknown[]]>([
    ["beside a status", [200], [200, { B: "2" }]],
    ["in place of others", [200, { A: "1" }], [200, { B: "2" }]],
    ["after a reason phrase", [200, "Fine"], [200, "Fine", { B: "2" }]],
    ["after a reason phrase, in place of others", [200, "Fine", { A: "1" }], [200, "Fine", { B: "2" }]],
    ["after a reason phrase left undefined", [200, undefined, { A: "1" }], [200, { B: "2" }]],
  ])("are replaced %s", (_what, args, replaced) => expect(withFields(args, { B: "2" })).toEqual(replaced));
});

describe("fields as pairs", () => {
  test.each<readonly [form: string, fields: unknown, pairs: readonly unknown[]]>([
    [
      "an object",
      { A: "1", "Set-Cookie": ["a", "b"] },
      [
        ["A", "1"],
        ["Set-Cookie", ["a", "b"]],
      ],
    ],
    [
      "a flat list",
      ["A", "1", "B", "2"],
      [
        ["A", "1"],
        ["B", "2"],
      ],
    ],
    ["a flat list whose values are lists", ["A", ["1", "2"]], [["A", ["1", "2"]]]],
    [
      "a list of pairs",
      [
        ["A", "1"],
        ["B", "2"],
      ],
      [
        ["A", "1"],
        ["B", "2"],
      ],
    ],
    ["a list of pairs with a number as a name", [[7, "1"]], [["7", "1"]]],
    ["a flat list with a number as a name", [7, "1"], [["7", "1"]]],
    ["a flat list that lacks its last value", ["A", "1", "B"], [["A", "1"]]],
    ["nothing", undefined, []],
    ["null", null, []],
    ["a string", "A", []],
  ])("%s", (_form, fields, pairs) => expect(headOf(fields).fieldsBeside([])).toEqual(pairs));

  test("a flat list is paired in order", () => {
    expect(pairsOf(["A", "1", "B", 2, "C", undefined])).toEqual([
      ["A", "1"],
      ["B", 2],
      ["C", undefined],
    ]);
  });
});

describe("without A and B", () => {
  test.each<readonly [form: string, fields: object, rest: object]>([
    ["an object", { a: "1", C: "3", B: "2" }, { C: "3" }],
    ["an object of only those", { a: "1" }, {}],
    ["a flat list", ["a", "1", "C", "3", "B", "2"], ["C", "3"]],
    ["a flat list with one of the names as a value", ["C", "A", "b", "2", "D", "B"], ["C", "A", "D", "B"]],
    [
      "a list of pairs",
      [
        ["a", "1"],
        ["C", "3"],
        ["B", "2"],
      ],
      [["C", "3"]],
    ],
    ["a list of pairs with one of the names as a value", [["C", "A"]], [["C", "A"]]],
    ["an empty list", [], []],
  ])("%s keeps its form", (_form, fields, rest) => expect(withoutNames(fields, ["a", "b"])).toEqual(rest));

  test("an object that has neither is passed on, with what it inherits", () => {
    const fields = Object.create({ D: "4" }, { C: { value: "3", enumerable: true } });
    expect(withoutNames(fields, ["a", "b"])).toBe(fields);
  });

  test.each<readonly [form: string, fields: unknown, pairs: readonly unknown[]]>([
    ["an object", { a: "1", C: "3" }, [["C", "3"]]],
    ["an object of only those", { a: "1", B: "2" }, []],
    ["an object whose first field is another", { C: "3", a: "1" }, [["C", "3"]]],
    ["a flat list", ["a", "1", "C", "3"], [["C", "3"]]],
    [
      "a list of pairs",
      [
        ["C", "3"],
        ["a", "1"],
      ],
      [["C", "3"]],
    ],
    ["nothing", undefined, []],
  ])("%s leaves pairs", (_form, fields, pairs) => expect(headOf(fields).fieldsBeside(["a", "b"])).toEqual(pairs));
});

test.each<readonly [form: string, fields: unknown, value: string | undefined]>([
  ["an object", { "Content-Length": 12 }, "12"],
  ["an object with another field after it", { "content-length": "12", Vary: "*" }, "12"],
  ["an object without it", { "Content-Type": "text/plain" }, undefined],
  ["a name of the same length", { "Content-Langth": "1" }, undefined],
  ["a flat list", ["Vary", "*", "CONTENT-LENGTH", "12"], "12"],
  ["a flat list that has it as a value", ["Vary", "content-length"], undefined],
  [
    "a list of pairs that has it twice",
    [
      ["Content-Length", "1"],
      ["content-length", "2"],
    ],
    "1, 2",
  ],
  ["a list of values", { "Content-Length": ["1", "2"] }, "1,2"],
  ["nothing", undefined, undefined],
])("content-length is read from %s", (_form, fields, value) => {
  expect(headOf(fields).field("content-length")).toBe(value);
});
