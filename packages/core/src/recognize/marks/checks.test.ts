import { describe, expect, test } from "vitest";
import { readThrown } from "../../untrusted/thrown.ts";
import { hasNone, isNamedByClass, isOfUpstream, isOwnError, upstreamMarks } from "./checks.ts";

const error = (fields: object) => Object.assign(new Error("x"), fields);

describe("the marks of an HTTP client", () => {
  const MARKS = "response request config socket requestID request_id requestId isAxiosError rawType error";
  test.each(MARKS.split(" "))("include %s", (mark) => {
    const thrown = error({ [mark]: null });
    expect(upstreamMarks(thrown)).toEqual([mark]);
    expect([isOfUpstream(readThrown(thrown)), isOwnError(readThrown(thrown))]).toEqual([true, false]);
  });

  test.each<[what: string, thrown: unknown]>([
    ["none", error({})],
    ["other fields", error({ status: 404, code: "E", options: {}, headers: {} })],
    ["a field that is undefined", error({ response: undefined })],
  ])("are missing: %s", (_what, thrown) => {
    expect(upstreamMarks(thrown)).toEqual([]);
    expect([isOfUpstream(readThrown(thrown)), isOwnError(readThrown(thrown))]).toEqual([false, true]);
  });

  test("may be allowed one by one", () => {
    expect(isOfUpstream(readThrown(error({ response: {} })), "response")).toBe(false);
    expect(isOfUpstream(readThrown(error({ response: {} })), "error")).toBe(true);
    expect(isOfUpstream(readThrown(error({ response: {}, config: {} })), "response")).toBe(true);
  });

  test("are listed in one order", () => {
    expect(upstreamMarks(error({ error: 1, response: 1, config: 1 }))).toEqual(["response", "config", "error"]);
  });
});

test("only a real error is the service's own", () => {
  expect(isOwnError(readThrown({ message: "x" }))).toBe(false);
  expect(isOwnError(readThrown("x"))).toBe(false);
});

describe("an error's own name", () => {
  class Failure extends Error {
    override readonly name: string;
    constructor(name: string) {
      super("x");
      this.name = name;
    }
  }
  class Inheriting extends Error {}
  Object.defineProperty(Inheriting.prototype, "name", { value: "Inheriting" });

  test.each<[what: string, thrown: unknown, is: boolean]>([
    ["set to the class's", new Failure("Failure"), true],
    ["set to another", new Failure("StructError"), false],
    ["inherited", new Inheriting(), false],
    ["of a plain Error", new Error("x"), false],
    ["set on a plain Error", error({ name: "Error" }), true],
    ["missing", undefined, false],
  ])("may be its class's: %s", (_what, thrown, is) => expect(isNamedByClass(readThrown(thrown))).toBe(is));

  test("is not its class's if that cannot be read", () => {
    const refusing = new Proxy(new Failure("Failure"), {
      getOwnPropertyDescriptor: () => {
        throw new Error("x");
      },
    });
    expect(isNamedByClass(readThrown(refusing))).toBe(false);
  });
});

test.each<[fields: object, none: boolean]>([
  [{}, true],
  [{ code: undefined }, true],
  [{ other: 1 }, true],
  [{ code: null }, false],
  [{ status: 404 }, false],
  [{ code: "E", status: 404 }, false],
])("%j has neither a code nor a status: %j", (fields, none) => {
  expect(hasNone(readThrown(fields), "code", "status")).toBe(none);
});
