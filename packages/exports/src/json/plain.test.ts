import { expect, test } from "vitest";
import { isTooDeep, plainJson, readOwn, sameJson } from "./plain.ts";

test.each<readonly [one: unknown, other: unknown, expected: boolean]>([
  [1, 1, true],
  ["a", "a", true],
  [null, null, true],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [[], [], true],
  [1, "1", false],
  [null, {}, false],
  [{}, null, false],
  [1, {}, false],
  [{}, 1, false],
  [[], {}, false],
  [{}, [], false],
  [["a"], { 0: "a" }, false],
  [[1, 2], [2, 1], false],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ constructor: Object }, { a: 1 }, false],
])("whether %j and %j are the same JSON: %s", (one, other, expected) => {
  expect(sameJson(one, other)).toBe(expected);
});

test.each<readonly [what: string, value: unknown, plain: unknown]>([
  ["a date", { at: new Date(0) }, { at: "1970-01-01T00:00:00.000Z" }],
  ["what is undefined", { a: undefined, b: [undefined] }, { b: [null] }],
  ["a function", () => {}, undefined],
])("%s is copied as JSON writes it", (_what, value, plain) => {
  expect(plainJson(value)).toEqual(plain);
});

test.each<readonly [what: string, object: Parameters<typeof readOwn>[0], name: string, value: unknown]>([
  ["its own", { a: 1 }, "a", 1],
  ["inherited", {}, "constructor", undefined],
  ["of null", null, "a", undefined],
  ["of nothing", undefined, "a", undefined],
])("a field is read only if it is the own one of an object: one that is %s", (_what, object, name, value) => {
  expect(readOwn(object, name) ?? undefined).toBe(value);
});

/** A value in this many lists. */
const nested = (depth: number): unknown => (depth === 0 ? "a" : [nested(depth - 1)]);

test.each<readonly [depth: number, expected: boolean]>([
  [0, false],
  [64, false],
  [65, true],
  [66, true],
])("whether a text in %i lists is nested too deep: %s", (depth, expected) => {
  expect(isTooDeep(nested(depth))).toBe(expected);
});

test("one deep value among others is too deep, and null is not", () => {
  expect([isTooDeep({ a: null, b: nested(65) }), isTooDeep(null), isTooDeep({ a: null })]).toEqual([
    true,
    false,
    false,
  ]);
});
