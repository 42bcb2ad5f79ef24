import { describe, expect, test } from "vitest";
import {
  inheritsError,
  isList,
  isNativeError,
  isObject,
  isRecord,
  ownFields,
  peek,
  peekItems,
  peekList,
  peekNames,
  peekString,
  prototypeOf,
} from "./peek.ts";

const fail = (): never => {
  throw new Error("x");
};

const HOSTILE = new Proxy([], { get: fail, getPrototypeOf: fail, has: fail, getOwnPropertyDescriptor: fail });

/** Makes an object with a field so many classes above it. */
function below(levels: number): object {
  let object: object = { key: "found" };
  for (let level = 0; level < levels; level += 1) object = Object.create(object);
  return object;
}

describe("a field", () => {
  test.each<readonly [what: string, value: unknown, read: unknown]>([
    ["of an object", { key: "found" }, "found"],
    ["of a function", Object.assign(() => {}, { key: "found" }), "found"],
    ["of its class", below(1), "found"],
    ["of its 32nd class", below(32), "found"],
    ["of its 33rd class", below(33), undefined],
    ["of an object without a prototype", Object.assign(Object.create(null), { key: "found" }), "found"],
    ["of the last prototype of a chain", Object.create(Object.assign(Object.create(null), { key: "x" })), undefined],
    ["that no object has", {}, undefined],
    ["that is undefined", { key: undefined }, undefined],
    ["of a text", "key", undefined],
    ["of null", null, undefined],
    ["of nothing", undefined, undefined],
    ["that throws", Object.defineProperty({}, "key", { get: fail }), undefined],
    ["of a proxy that throws", HOSTILE, undefined],
  ])("%s", (_what, value, read) => {
    expect([peek(value, "key"), peekString(value, "key")]).toEqual([read, read]);
  });

  test("of a primitive is not read, whatever its prototype has", () => {
    const read = [true, 7, 7n, "x", Symbol("x"), null, undefined].map((value) => peek(value, "constructor"));
    expect(read).toEqual(read.map(() => undefined));
  });

  test("that is no text is none as a text", () => {
    expect([peek({ key: 7 }, "key"), peekString({ key: 7 }, "key")]).toEqual([7, undefined]);
  });

  test("of a copied literal is its own alone", () => {
    const copy = ownFields({ key: 1 });
    expect([copy, Object.getPrototypeOf(copy)]).toEqual([{ key: 1 }, null]);
  });
});

test.each<readonly [what: string, list: unknown, read: unknown]>([
  ["a short list", ["a"], ["a"]],
  ["a longer list", ["a", "b", "c"], ["a", "b"]],
  [
    "a list of other length than it says",
    new Proxy(["a"], { get: (_list, key) => (key === "length" ? 9e9 : key) }),
    ["0", undefined],
  ],
  ["a list whose length is none", new Proxy(["a"], { get: (_list, key) => (key === "length" ? "x" : key) }), []],
  ["a list whose length cannot be a number", new Proxy(["a"], { get: () => Symbol("x") }), undefined],
  ["a list that throws", HOSTILE, []],
  ["an object like a list", { length: 1, 0: "a" }, undefined],
  ["nothing", undefined, undefined],
])("of %s, at most two elements are read", (_what, list, read) => {
  expect(peekList(list, 2)).toEqual(read);
  expect(peekItems(list, 2)).toEqual(read ?? []);
});

test.each<readonly [what: string, value: unknown, is: readonly boolean[]]>([
  ["null", null, [false, false, false, false, false]],
  ["a text", "x", [false, false, false, false, false]],
  ["a function", fail, [false, true, false, false, false]],
  ["an object", {}, [true, true, false, false, false]],
  ["a list", [], [false, true, true, false, false]],
  ["an error", new Error("x"), [true, true, false, true, true]],
  ["what only inherits from errors", Object.create(Error.prototype), [true, true, false, true, false]],
  ["a proxy that throws", HOSTILE, [false, true, true, false, false]],
])("%s: a record, an object, a list, inherits from Error, an error", (_what, value, is) => {
  const checks = [isRecord, isObject, isList, inheritsError, isNativeError];
  expect(checks.map((check) => check(value))).toEqual(is);
});

test("what has no prototype, or does not show it, has none", () => {
  expect([7, undefined, Object.create(null), HOSTILE].map(prototypeOf)).toEqual([null, null, null, null]);
  expect(prototypeOf([])).toBe(Array.prototype);
});

test.each<readonly [what: string, value: unknown, names: readonly string[]]>([
  ["an object", { a: 1, b: undefined }, ["a", "b"]],
  ["more than two fields", { a: 1, b: 2, c: 3 }, ["a", "b"]],
  ["a function", Object.assign(() => {}, { a: 1 }), []],
  ["an error", new Error("x", { cause: 1 }), []],
  ["symbols", { [Symbol("a")]: 1 }, []],
  ["inherited fields", Object.create({ a: 1 }), []],
  ["a string", "ab", []],
  ["null", null, []],
  ["a proxy that throws", new Proxy({}, { ownKeys: fail }), []],
])("the first two names of %s", (_what, value, names) => expect(peekNames(value, 2)).toEqual(names));
