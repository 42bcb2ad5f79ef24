import { describe, expect, test } from "vitest";
import { fieldReaderOf } from "../../untrusted/thrown.ts";
import type { BuiltInRecognizer, Marks } from "./recognizer.ts";
import { unmarkedAmong } from "./unmarked.ts";

const BRAND = Symbol("brand");

const by = (marks: Marks): BuiltInRecognizer => ({ name: "x", marks, map: () => undefined });

const isUnmarked = unmarkedAmong([
  by({ fields: ["isMine", BRAND] }),
  by({ names: ["Mine", "URIError"] }),
  by({ codes: ["MINE"], codePrefixes: ["MY_"] }),
  by({ messages: ["It is mine"], isList: true }),
  by({ classes: ["Refused", "RangeError"] }),
]);

const tells = (thrown: unknown) => isUnmarked(thrown, fieldReaderOf(thrown));

const error = (fields: object, text = "") => Object.assign(new Error(text), fields);
const fail = (): never => {
  throw new Error("x");
};

class Refused extends Error {}
class Own extends Error {
  get status(): number {
    return 404;
  }
}
class Derived extends Own {}
class Marked extends Error {
  get isMine(): boolean {
    return true;
  }
}
class BelowMarked extends Marked {}
class Nameless extends Error {
  static override readonly name = fail as unknown as string;
}
const derived = (from: new () => Error): (new () => Error) => class extends from {};
const Deep = Array.from({ length: 9 }).reduce<new () => Error>(derived, Error);
const proxy = (handler: ProxyHandler<Error>) => new Proxy(new Error("x"), handler);

describe("it tells of", () => {
  test.each<[what: string, thrown: unknown]>([
    ["an error", new Error("boom")],
    ["one without a text", new Error()],
    ["an error of the language", new TypeError("x")],
    ["a cause", new Error("x", { cause: { isMine: true } })],
    ["fields that are no marks", error({ status: 404, statusCode: 404, expose: true, extra: {} })],
    ["a name, a code and a text of somebody's own", error({ name: "Own", code: "E_OWN" }, "It was mine")],
    ["a code that is no text", error({ code: 7 })],
    ["a class", new Own()],
    ["a class of a class", new Derived()],
    ["a class whose name is no text", new Nameless()],
    ["a proxy that hides nothing", proxy({})],
  ])("%s", (_what, thrown) => {
    expect(tells(thrown)).toBe(true);
  });
});

describe("it leaves to others", () => {
  test.each<[what: string, thrown: unknown]>([
    ["a field, whatever it holds", error({ isMine: undefined })],
    ["a brand", error({ [BRAND]: 1 })],
    ["a field that is not enumerable", Object.defineProperty(new Error(), "isMine", { value: 1 })],
    ["a field of its class", new Marked()],
    ["a field of a class further up", new BelowMarked()],
    ["a name", error({ name: "Mine" })],
    ["a code", error({ code: "MINE" })],
    ["a code that begins so", error({ code: "MY_OWN" })],
    ["a text that begins so", new Error("It is mine.")],
    ["a class", new Refused()],
    ["a class of the language", new RangeError("x")],
    ["a name of the language", new URIError("x")],
    ["a list", Object.assign([], { message: "x" })],
    ["many classes", new Deep()],
    ["no error", { message: "x" }],
    ["an object without a prototype", Object.create(null)],
    ["a text", "It is mine"],
    ["nothing", undefined],
    ["null", null],
    ["a function", fail],
    ["a proxy that shows no field", proxy({ getOwnPropertyDescriptor: fail })],
    ["a proxy that names no prototype", proxy({ getPrototypeOf: fail })],
    ["a proxy whose prototype is marked", proxy({ getPrototypeOf: () => Refused.prototype })],
    ["a proxy without end", proxy({ getPrototypeOf: () => proxy({ getPrototypeOf: fail }) })],
  ])("%s", (_what, thrown) => {
    expect(tells(thrown)).toBe(false);
  });
});

test("what it reads is read once, for whoever reads on", () => {
  let reads = 0;
  const get = () => {
    reads += 1;
    return "MINE";
  };
  const thrown = Object.defineProperty(new Error(), "code", { get });
  const field = fieldReaderOf(thrown);
  expect(isUnmarked(thrown, field)).toBe(false);
  expect([field("code"), reads]).toEqual(["MINE", 1]);
});
