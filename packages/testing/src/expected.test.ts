import { expect, test } from "vitest";
import { contains, describeValue, says } from "./expected.ts";

test.each<[actual: unknown, wanted: unknown, fits: boolean]>([
  [1, 1, true],
  [1, "1", false],
  [null, null, true],
  [{}, null, false],
  [null, {}, false],
  ["a", {}, false],
  [{ a: 1, b: 2 }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: { b: [{ c: 1, d: 2 }] } }, { a: { b: [{ c: 1 }] } }, true],
  [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, false],
  [[1, 2], [1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{}, [], false],
  [{}, { toString: Object.prototype.toString }, false],
  [{ a: 1 }, { a: expect.any(Number) }, true],
  [{ a: 1 }, { a: expect.any(String) }, false],
  [{ asymmetricMatch: true }, { asymmetricMatch: true }, true],
])("%j has what is expected in %j: %s", (actual, wanted, fits) => {
  expect(contains(actual, wanted)).toBe(fits);
});

test.each<[wanted: Parameters<typeof says>[1], fits: boolean]>([
  ["It is busy.", true],
  ["It is", false],
  [/busy/, true],
  [/^busy/, false],
  [expect.stringContaining("busy"), true],
  [expect.stringContaining("lazy"), false],
])("a message is as expected by %s: %s", (wanted, fits) => {
  expect(says("It is busy.", wanted)).toBe(fits);
});

test("an expression with the flag g matches each time", () => {
  const busy = /busy/g;
  expect([says("It is busy.", busy), says("It is busy.", busy)]).toEqual([true, true]);
});

test.each<[value: unknown, text: string]>([
  [undefined, "undefined"],
  [null, "null"],
  ["a", '"a"'],
  [{ a: [1] }, '{"a":[1]}'],
  [{ a: expect.any(String) }, '{"a":"Any<String>"}'],
  [{ asymmetricMatch: () => true, toString: () => "even" }, '"even"'],
  ["x".repeat(198), `"${"x".repeat(198)}"`],
  ["x".repeat(199), `"${"x".repeat(199)}…`],
])("%j is written as %s", (value, text) => {
  expect(describeValue(value)).toBe(text);
});
