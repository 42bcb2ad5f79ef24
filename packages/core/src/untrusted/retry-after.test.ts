import { expect, test } from "vitest";
import { largestNumber, retryAfterSeconds } from "./retry-after.ts";

/** One hour before each of the dates below. */
const NOW = Date.UTC(2026, 10, 22, 8, 0, 0);

test.each<[value: unknown, seconds: number | undefined]>([
  ["120", 120],
  [" 1.5 ", 1.5],
  ["5, 30", 30],
  [3, 3],
  ["Sun, 22 Nov 2026 09:00:00 GMT", 3_600],
  ["Sunday, 22-Nov-26 09:00:00 GMT", 3_600],
  ["Sun Nov 22 09:00:00 2026", 3_600],
  ["Sun, 22 Nov 2026 07:00:00 -0200", 3_600],
  ["Sun, 22 Nov 2026 11:00:00 +0200", 3_600],
  ["Sun, 22 Nov 2026 04:00:00 EST", 3_600],
  ["Sun, 22 Nov 2026 09:00:00 UTC", 3_600],
  ["Sun, 22 Nov 2026 07:00:00 GMT", 0],
  ["99999999999", 31_536_000],
  [" Sun, 22 Nov 2026 09:00:00 GMT ", 3_600],
  ["1.25", 1.25],
  ["1.5x", undefined],
  ["5, soon", undefined],
  ["x Sun, 22 Nov 2026 09:00:00 GMT", undefined],
  ["Sun, 22 Nov 2026 09:00:00 GMT!", undefined],
  ["soon", undefined],
  ["-1", undefined],
  ["2026", 2_026],
  ["2026-11-22", undefined],
  [`${"5,".repeat(499)}30`, 30],
  [`${"5,".repeat(499)}300`, undefined],
  [undefined, undefined],
  [{}, undefined],
  [[5], undefined],
  [true, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
])("%j is %j seconds", (value, seconds) => {
  expect(retryAfterSeconds(value, NOW)).toBe(seconds);
});

test.each<[value: string, number: number | undefined]>([
  ["5", 5],
  ["5, 30 ,7", 30],
  ["5, soon", undefined],
  ["5,", undefined],
  ["", undefined],
])("the largest number in %j is %j", (value, number) => {
  expect(largestNumber(value)).toBe(number);
});
