import { expect, test } from "vitest";
import { asyncHandler } from "./async-handler.ts";

const REASON = new Error("reason");

/** A thenable that is not a promise, like a query builder. */
const thenable = {
  // biome-ignore lint/suspicious/noThenProperty: that is what it is.
  then: (_resolve: unknown, reject: (reason: unknown) => void) => reject(REASON),
};

test.each([
  ["a promise that rejects", () => Promise.reject(REASON), [REASON]],
  ["a thenable that rejects", () => thenable, [REASON]],
  ["a promise that resolves", () => Promise.resolve("done"), []],
  ["a value", () => "done", []],
  [
    "a throw",
    () => {
      throw REASON;
    },
    [REASON],
  ],
])("%s never rejects, and a failure is passed to next", async (_what, handler, expected) => {
  const errors: unknown[] = [];
  const wrapped = asyncHandler((_request: object, _response: object, _next: (error: unknown) => void) => handler());
  const result = await wrapped({}, {}, (error) => errors.push(error));
  expect(errors).toEqual(expected);
  expect(result).toBe(expected.length === 0 ? "done" : undefined);
});

test("a handler without a promise keeps its return value", () => {
  expect(asyncHandler((_request: object, _response: object, _next: () => void) => 5)({}, {}, () => {})).toBe(5);
});

type Loose = (this: unknown, ...args: readonly unknown[]) => unknown;

test("a handler gets all that it is called with", () => {
  const calls: unknown[] = [];
  const handler: Loose = function (...args) {
    calls.push(this, ...args);
  };
  const receiver = {};
  Reflect.apply(asyncHandler(handler), receiver, ["request", "response", () => {}, "an id"]);
  expect(calls).toEqual([receiver, "request", "response", expect.any(Function), "an id"]);
});

test.each<readonly [what: string, handler: Loose]>([
  [
    "throws",
    () => {
      throw REASON;
    },
  ],
  ["rejects", () => Promise.reject(REASON)],
])("a handler that %s and was called without next fails as it would by itself", async (_what, handler) => {
  const call = async () => (asyncHandler(handler) as Loose)({}, {});
  await expect(call()).rejects.toBe(REASON);
});
