import { describe, expect, test } from "vitest";
import type { Json } from "../json/plain.ts";
import { isSameKeyword, levelOfKeyword, readKeyword } from "./keywords.ts";

/** The values before and after; `undefined` if the schema does not state the keyword. */
type Row = readonly [before: Json | undefined, after: Json | undefined, level: "major" | "minor" | "patch"];

const UPPER: readonly Row[] = [
  [undefined, 9, "major"],
  [9, 8, "major"],
  [9, 10, "minor"],
  [9, undefined, "minor"],
  ["9", 10, "major"],
  [9, "10", "major"],
];
const LOWER: readonly Row[] = [
  [undefined, 9, "major"],
  [9, 10, "major"],
  [9, 8, "minor"],
  [9, undefined, "minor"],
  ["9", 8, "major"],
  [9, "8", "major"],
];
const RULE: readonly Row[] = [
  [undefined, "x", "major"],
  ["x", "y", "major"],
  ["x", undefined, "minor"],
];
const FURTHER: readonly Row[] = [
  [true, false, "major"],
  [undefined, false, "major"],
  [true, undefined, "major"],
  [{}, undefined, "major"],
  [undefined, true, "minor"],
  [undefined, {}, "minor"],
  [{ type: "string" }, {}, "minor"],
  [false, undefined, "minor"],
  [false, { type: "string" }, "minor"],
  [undefined, { type: "string" }, "major"],
  [true, null, "major"],
];
const NOTE: readonly Row[] = [
  [undefined, "x", "patch"],
  ["x", "y", "patch"],
  ["x", undefined, "patch"],
];

const DEFAULT: readonly Row[] = [
  [undefined, 1, "minor"],
  [1, 2, "minor"],
  [1, undefined, "minor"],
];
const ENUM: readonly Row[] = [
  [["x"], ["x", "y"], "minor"],
  [["x", "y"], ["x"], "major"],
  [[{ a: 1 }], [{ a: 1 }, 2], "minor"],
  [["x"], undefined, "minor"],
  [undefined, ["x"], "major"],
  ["x", ["x"], "major"],
  [["x"], "x", "major"],
];
const UNKNOWN: readonly Row[] = [
  [undefined, [], "major"],
  [[], undefined, "major"],
];

const TABLES: readonly (readonly [keywords: readonly string[], rows: readonly Row[]])[] = [
  [["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"], UPPER],
  [["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"], LOWER],
  [["pattern", "format", "multipleOf", "uniqueItems", "const", "propertyNames"], RULE],
  [["additionalProperties", "unevaluatedProperties"], FURTHER],
  [["title", "description", "examples", "$comment", "example", "deprecated", "readOnly", "writeOnly"], NOTE],
  [["$id", "$anchor"], NOTE],
  [["default"], DEFAULT],
  [["enum"], ENUM],
  [["anyOf", "acme", "__proto__", "constructor"], UNKNOWN],
];

describe.each(TABLES.flatMap(([keywords, rows]) => keywords.map((keyword) => [keyword, rows] as const)))(
  "the keyword %s",
  (keyword, rows) => {
    test.each(rows)("from %j to %j is %s", (before, after, level) => {
      expect(levelOfKeyword(keyword, before, after)).toBe(level);
    });
  },
);

test.each<readonly [name: string, before: Json | undefined, after: Json | undefined, isSame: boolean]>([
  ["enum", ["x", "y"], ["y", "x"], true],
  ["enum", ["x"], ["x", "x"], true],
  ["enum", ["x"], ["y"], false],
  ["enum", ["x"], ["x", "y"], false],
  ["enum", undefined, ["x"], false],
  ["type", "string", ["string"], true],
  ["type", ["string", "null"], ["null", "string"], true],
  ["type", "string", "null", false],
  ["examples", ["x", "y"], ["y", "x"], false],
  ["maximum", 9, 9, true],
  ["maximum", 9, undefined, false],
])("the keyword %s means the same as %j and as %j: %j", (name, before, after, isSame) => {
  expect(isSameKeyword(name, before, after)).toBe(isSame);
});

test.each<readonly [name: string, value: Json, stated: Json | undefined]>([
  ["maximum", 9, 9],
  ["maximum", 9_007_199_254_740_991, undefined],
  ["maximum", 9_007_199_254_740_990, 9_007_199_254_740_990],
  ["minimum", -9_007_199_254_740_991, undefined],
  ["minimum", "9007199254740991", "9007199254740991"],
  ["maxLength", 9_007_199_254_740_991, 9_007_199_254_740_991],
])("a schema with %s %j states %j", (name, value, stated) => {
  expect(readKeyword({ [name]: value }, name)).toBe(stated);
});

test("a schema states only what is its own", () => {
  expect(readKeyword({}, "toString")).toBe(undefined);
});
