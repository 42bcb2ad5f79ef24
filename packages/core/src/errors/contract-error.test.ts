import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { CODES } from "../codes/index.ts";
import { ContractError, createContractError, isContractError, plainError } from "./contract-error.ts";
import { givenDetail } from "./given-detail.ts";
import { isUnchanged, type Made, madeOf } from "./made.ts";
import { relayedIn } from "./relayed.ts";

const BRAND = Symbol.for("@uhp-errors/core/ContractError");

const PARTS = {
  message: undefined,
  status: undefined,
  param: null,
  given: null,
  detail: null,
  retryAfter: undefined,
  cause: undefined,
  context: undefined,
  givenContext: undefined,
  misuse: undefined,
  relayed: undefined,
};

const make = (
  parts: Partial<Parameters<typeof createContractError>[0]> = {},
  traces: "all" | "server_errors" = "server_errors",
) => createContractError({ ...PARTS, code: "session_busy", definition: CODES.session_busy, ...parts }, traces, make);

/** Parts of `Error` that not every runtime has. */
const control = Error as unknown as { stackTraceLimit: number; captureStackTrace: unknown };

const limit = control.stackTraceLimit;
afterEach(() => {
  control.stackTraceLimit = limit;
});

const frames = (error: Error) => String(error.stack).split("\n").slice(1);

describe("an error of the contract", () => {
  test.each([
    ["its own message", "The till is open.", "The till is open."],
    ["an empty message", "", CODES.session_busy.message],
    ["no message", undefined, CODES.session_busy.message],
    ["a message that is not a string", 7, CODES.session_busy.message],
  ])("has %s", (_what, message, expected) => expect(make({ message }).message).toBe(expected));

  test("has the name of its class", () => {
    expect(String(make({ message: "The till is open." }))).toBe("ContractError: The till is open.");
  });

  test("notes a context and a detail that a schema has changed, and nothing else", () => {
    const changed = make({ given: { a: 1 }, detail: { b: 1 }, context: { c: 1 } });
    expect([changed.context, givenDetail(changed)]).toEqual([{ c: 1 }, { a: 1 }]);
    expect(givenDetail(Object.defineProperty(changed, "detail", { value: { d: 1 } }))).toEqual({ d: 1 });
    const same = { a: 1 };
    const unchanged = make({ given: same, detail: same });
    expect([unchanged.context, givenDetail(unchanged)]).toEqual([undefined, same]);
    expect(Object.getOwnPropertySymbols(unchanged)).toEqual([]);
  });

  test("has a cause only if there is one", () => {
    const cause = new Error("lock wait");
    expect(make({ cause }).cause).toBe(cause);
    expect(Object.hasOwn(make(), "cause")).toBe(false);
  });

  test("notes what it relays", () => {
    const relayed = { upstream: undefined, retry: "never" } as const;
    expect(relayedIn(make({ relayed }))).toEqual(relayed);
    expect(relayedIn(make())).toBe(undefined);
  });
});

describe("isContractError", () => {
  const other = class extends Error {};
  Object.defineProperty(other.prototype, BRAND, { value: true });

  test.each<readonly [string, unknown, boolean]>([
    ["an error of a catalog", make(), true],
    ["an error of another copy", new other("x"), true],
    [
      "one that was not made by a catalog",
      new ContractError({ ...PARTS, code: "x", definition: CODES.session_busy }),
      true,
    ],
    ["one whose prototype was changed", Object.setPrototypeOf(make(), Error.prototype), false],
    ["one behind a proxy", new Proxy(make(), {}), true],
    ["one behind a proxy that cannot be read", new Proxy(make(), { get: () => Number.NaN.toFixed(101) }), false],
    ["a copy of its fields", { ...make() }, false],
    ["its JSON", make().toJSON(), false],
    ["another error", new Error("x"), false],
    ["a brand that is not true", { [BRAND]: 1 }, false],
    ["undefined", undefined, false],
  ])("of %s", (_what, value, expected) => expect(isContractError(value)).toBe(expected));

  test("does not read an error that a catalog made", () => {
    const error = make();
    Object.defineProperty(error, BRAND, { get: () => Number.NaN.toFixed(101) });
    expect(isContractError(error)).toBe(true);
  });
});

describe("the stack", () => {
  test("is left out of what a client caused, unless all are wanted", () => {
    expect(frames(make())).toEqual([]);
    expect(frames(make({}, "all"))[0]).toContain("contract-error.test.ts");
    const server = { code: "harness_unavailable", definition: CODES.harness_unavailable };
    expect(frames(make(server))[0]).toContain("contract-error.test.ts");
    expect(frames(plainError("harness_unavailable"))[0]).toContain("contract-error.test.ts");
    expect(frames(plainError("session_busy"))).toEqual([]);
  });

  test("leaves the limit of the runtime as it was", () => {
    control.stackTraceLimit = 3;
    make();
    expect(control.stackTraceLimit).toBe(3);
    expect(frames(make({}, "all"))).toHaveLength(3);
  });

  test.each(["missing", "throwing"])("does not keep an error from being made where what captures it is %s", (how) => {
    const { captureStackTrace } = control;
    onTestFinished(() => void Object.assign(control, { captureStackTrace }));
    control.captureStackTrace = how === "missing" ? undefined : () => Number.NaN.toFixed(101);
    expect(make({}, "all").code).toBe("session_busy");
    expect(frames(make())).toEqual([]);
    // The constructor captures one itself.
    if (how === "missing") expect(frames(make({}, "all")).length).toBeGreaterThan(0);
  });

  test.each<readonly [what: string, limit: PropertyDescriptor]>([
    ["is no number", { value: "10", writable: true }],
    ["cannot be set", { value: 10, writable: false }],
    ["throws when it is set", { get: () => 10, set: () => Number.NaN.toFixed(101) }],
  ])("does not keep an error from being made where the limit %s", (_what, changed) => {
    const descriptor = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit");
    Object.defineProperty(Error, "stackTraceLimit", { configurable: true, ...changed });
    try {
      expect(make().code).toBe("session_busy");
      expect(Object.getOwnPropertyDescriptor(Error, "stackTraceLimit")).toMatchObject(changed);
    } finally {
      Object.defineProperty(Error, "stackTraceLimit", descriptor ?? {});
    }
  });
});

describe("the checked properties of an error", () => {
  test("are those it was made with, while it has them", () => {
    const error = make({ retryAfter: 3, param: "a", detail: { b: 1 }, misuse: "wrong" });
    expect(isUnchanged(error, madeOf(error) as Made)).toBe(true);
    expect(madeOf(error)).toMatchObject({
      code: "session_busy",
      message: CODES.session_busy.message,
      status: 409,
      param: "a",
      detail: { b: 1 },
      retryAfter: 3,
      misuse: "wrong",
      isAnswered: false,
    });
  });

  test.each(["misuse", "code", "message", "status", "param", "detail", "retryAfter"])(
    "are none after a change of %s",
    (key) => {
      const error = make();
      Object.defineProperty(error, key, { value: "other" });
      expect(madeOf(error)).toBeDefined();
      expect(isUnchanged(error, madeOf(error) as Made)).toBe(false);
    },
  );

  test("are none of a getter that throws", () => {
    const error = make();
    Object.defineProperty(error, "detail", { get: () => Number.NaN.toFixed(101) });
    expect(isUnchanged(error, madeOf(error) as Made)).toBe(false);
  });

  test("are none of any other value", () => {
    const copies = [undefined, null, "x", () => {}, new Error("x"), Object.create(make()), new Proxy(make(), {})];
    expect(copies.map(madeOf)).toEqual(copies.map(() => undefined));
  });
});
