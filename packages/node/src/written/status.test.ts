import { expect, test } from "vitest";
import { isErrorStatus, isSuccess, isTaken, toStatus } from "./status.ts";

test.each<readonly [given: unknown, status: number]>([
  [404, 404],
  ["404", 404],
  [404.9, 404],
  [-4_294_966_796, 500],
  [undefined, 0],
  ["none", 0],
])("%s becomes the status %i, as in Node", (given, status) => expect(toStatus(given)).toBe(status));

test.each<readonly [status: number, reason: string, isTaken: boolean]>([
  [99, "", false],
  [100, "", true],
  [999, "", true],
  [1_000, "", false],
  [200, "Fine", true],
  [200, "tab\tand blank ~", true],
  [200, "caf\u00e9 \u0080\u00ff", true],
  [200, "line\nbreak", false],
  [200, "\u0000", false],
  [200, "\u007f", false],
  [200, "\u0100", false],
  [99, "Fine", false],
  [1_000, "Fine", false],
])("Node takes status %s with reason phrase %j: %s", (status, reason, takes) => {
  expect(isTaken(status, reason)).toBe(takes);
});

test.each<readonly [status: number, isError: boolean, isSuccess: boolean]>([
  [199, false, false],
  [200, false, true],
  [203, false, true],
  [204, false, false],
  [205, false, true],
  [299, false, true],
  [300, false, false],
  [304, false, false],
  [399, false, false],
  [400, true, false],
  [599, true, false],
])("status %i is of an error: %s, of a success with a body: %s", (status, isError, succeeds) => {
  expect([isErrorStatus(status), isSuccess(status)]).toEqual([isError, succeeds]);
});
