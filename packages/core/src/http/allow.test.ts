import { expect, test } from "vitest";
import { allowedMethods } from "./allow.ts";

test.each<readonly [value: unknown, allow: string | undefined]>([
  ["GET", "GET"],
  ["PUT,GET , PUT", "GET, PUT"],
  ["M-SEARCH", "M-SEARCH"],
  ["A".repeat(32), "A".repeat(32)],
  ["A".repeat(33), undefined],
  [`GET${" ".repeat(497)}`, "GET"],
  [`GET${" ".repeat(498)}`, undefined],
  ["get", undefined],
  ["-GET", undefined],
  ["GET,", undefined],
  ["", undefined],
  [["GET"], undefined],
  [undefined, undefined],
])("the methods in %j are %j", (value, allow) => {
  expect(allowedMethods(value)).toBe(allow);
});
