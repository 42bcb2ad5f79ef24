import { expect, test } from "vitest";
import { asyncHandler } from "./async-handler.ts";

const REASON = new Error("reason");

/** A thenable that is no promise, as a query builder's is. */
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
])("%s is handed on, and never rejects", async (_what, handler, expected) => {
  const errors: unknown[] = [];
  const wrapped = asyncHandler((_request: object, _response: object, _next: (error: unknown) => void) => handler());
  const result = await wrapped({}, {}, (error) => errors.push(error));
  expect(errors).toEqual(expected);
  expect(result).toBe(expected.length === 0 ? "done" : undefined);
});

test("a handler that returns no promise returns what it returned", () => {
  expect(asyncHandler((_request: object, _response: object, _next: () => void) => 5)({}, {}, () => {})).toBe(5);
});
