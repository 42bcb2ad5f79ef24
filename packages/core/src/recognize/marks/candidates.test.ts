import { describe, expect, test } from "vitest";
import { readThrown } from "../../untrusted/thrown.ts";
import { candidatesAmong } from "./candidates.ts";
import type { BuiltInRecognizer, Marks } from "./recognizer.ts";

const BRAND = Symbol("brand");

const by = (name: string, marks: Marks): BuiltInRecognizer => ({ name, marks, map: () => undefined });

const candidatesFor = candidatesAmong([
  by("a field", { fields: ["isMine", BRAND] }),
  by("a name", { names: ["Refused", "Mine"] }),
  by("a code", { codes: ["MINE"] }),
  by("a prefix", { codePrefixes: ["MY_"] }),
  by("a message", { messages: ["It is mine"] }),
  by("a class", { classes: ["Refused"] }),
  by("a list", { isList: true }),
  by("a name or a code", { names: ["Mine"], codes: ["MINE"] }),
  by("nothing", {}),
]);

const asked = (thrown: unknown) => candidatesFor(readThrown(thrown)).map(({ name }) => name);

const error = (fields: object, text = "") => Object.assign(new Error(text), fields);

const fail = (): never => {
  throw new Error("no");
};

class Refused extends Error {}
class Derived extends Refused {
  get isMine(): boolean {
    return false;
  }
}

describe("the recognizers to ask about a thrown value", () => {
  test.each<[what: string, thrown: unknown, names: readonly string[]]>([
    ["an error without a mark", error({}, "boom"), []],
    ["a primitive", "MINE", []],
    ["a field, whatever it holds", error({ isMine: false }), ["a field"]],
    ["a field that is undefined", error({ isMine: undefined }), []],
    ["a field of a function", Object.assign(() => {}, { isMine: true }), ["a field"]],
    ["a proxy that throws", new Proxy({}, { has: fail }), []],
    ["a brand", { [BRAND]: true }, ["a field"]],
    ["a name", error({ name: "Refused" }), ["a name"]],
    ["a code", error({ code: "MINE" }), ["a code", "a name or a code"]],
    ["a code that begins so", error({ code: "MY_OWN" }), ["a prefix"]],
    ["a code that is no text", error({ code: { startsWith: () => true } }), []],
    ["a message that begins so", error({}, "It is mine, not yours"), ["a message"]],
    ["a message in which it comes later", error({}, "Perhaps. It is mine"), []],
    ["a class", new Refused(), ["a class"]],
    ["a class further up, with a field of its own", new Derived(), ["a field", "a class"]],
    ["a list", [], ["a list"]],
    ["two marks of one recognizer", error({ name: "Mine", code: "MINE" }), ["a name", "a code", "a name or a code"]],
    [
      "marks of many",
      error({ code: "MINE", isMine: 1 }, "It is mine"),
      ["a field", "a code", "a message", "a name or a code"],
    ],
    ["a name of what every object has", error({ name: "constructor", code: "__proto__" }), []],
  ])("%s", (_what, thrown, names) => {
    expect(asked(thrown)).toEqual(names);
  });
});

test("a mark that every error inherits from a changed Error.prototype does not count", () => {
  Object.defineProperty(Error.prototype, "isMine", { value: true, configurable: true, writable: true });
  try {
    expect(asked(new Error("boom"))).toEqual([]);
    expect(asked(error({ isMine: true }))).toEqual(["a field"]);
  } finally {
    Reflect.deleteProperty(Error.prototype, "isMine");
  }
});
