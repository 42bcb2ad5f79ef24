import { afterEach, describe, expect, test } from "vitest";
import { readThrown } from "./thrown.ts";

const fail = (): never => {
  throw new Error("x");
};

describe("a thrown value", () => {
  test("is described by its fields, its classes and its kind", () => {
    class Refused extends TypeError {
      readonly code = "X";
      readonly status = 409;
      readonly statusCode = 410;
      get detail(): string {
        return "of its class";
      }
    }
    const { field, ...read } = readThrown(new Refused("words"));
    expect(read).toMatchObject({ name: "TypeError", message: "words", code: "X", status: 409, statusCode: 410 });
    expect(read).toMatchObject({ isNativeError: true, inheritsError: true, isList: false });
    expect(read.classes).toEqual(["Refused", "TypeError", "Error", "Object"]);
    expect([field("detail"), field("code"), field("other")]).toEqual(["of its class", "X", undefined]);
  });

  test("always gives the same answer, since each field is read once", () => {
    let reads = 0;
    const count = () => {
      reads += 1;
      return reads;
    };
    const later = () => (count() > 3 ? "later" : undefined);
    const { code, field } = readThrown(
      Object.defineProperties({}, { code: { get: count }, detail: { get: count }, late: { get: later } }),
    );
    expect([code, field("code"), field("detail"), field("detail")]).toEqual([1, 1, 2, 2]);
    expect([field("late"), field("late"), field("late")]).toEqual([undefined, undefined, undefined]);
  });

  test("cannot be changed by its readers", () => {
    expect(Object.isFrozen(readThrown(new Error("x")))).toBe(true);
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "code"],
    ["a number", 7],
    ["an object without a prototype", Object.create(null)],
    ["fields that throw", Object.defineProperties({}, { code: { get: fail }, message: { get: fail } })],
    ["a proxy that throws", new Proxy({}, { get: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail })],
    ["a message that is no text", { message: { toString: fail } }],
  ])("is not read, and throws nothing, if it is %s", (_what, thrown) => {
    const { field, ...read } = readThrown(thrown);
    expect(read).toMatchObject({ name: undefined, message: "", code: undefined, status: undefined });
    expect(read).toMatchObject({ isNativeError: false, inheritsError: false, isList: false });
    expect(field("detail")).toBeUndefined();
  });

  test("may be a proxy that was revoked", () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(readThrown(proxy)).toMatchObject({ isList: false, isNativeError: false, classes: [], message: "" });
  });

  test("may be of a class whose name is no text", () => {
    const Odd = Object.defineProperty(class {}, "name", { value: 7 });
    expect(readThrown(new Odd()).classes).toEqual(["", "Object"]);
  });

  test("may have endless classes", () => {
    const endless = (): object => new Proxy({}, { getPrototypeOf: endless });
    expect(readThrown(endless()).classes).toHaveLength(8);
  });

  test("may inherit from Error without being one", () => {
    expect(readThrown(Object.create(Error.prototype))).toMatchObject({ isNativeError: false, inheritsError: true });
  });

  test("has the classes of its prototypes, whatever its own field `constructor` says", () => {
    const thrown = Object.assign(new Error("x"), { constructor: { name: "Refused" } });
    expect(readThrown(thrown).classes).toEqual(["Error", "Object"]);
  });
});

describe("a prototype that was polluted", () => {
  const pollute = (fields: object) => Object.assign(Object.prototype, fields);
  afterEach(() => {
    for (const key of ["code", "detail", "classes"]) Reflect.deleteProperty(Object.prototype, key);
  });

  test("says nothing about thrown values", () => {
    pollute({ code: "X", detail: "X", classes: ["X"] });
    const { code, classes, field } = readThrown(new Error("x"));
    expect([code, field("detail"), classes]).toEqual([undefined, undefined, ["Error", "Object"]]);
  });
});
