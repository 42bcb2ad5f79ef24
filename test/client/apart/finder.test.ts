import fc from "fast-check";
import { expect, test } from "vitest";
import { finderOf } from "../../../packages/core/src/redaction/finder.ts";
import { sized } from "../../support/effort.ts";

const text = (maxLength: number) => fc.array(fc.constantFrom("a", "b"), { maxLength }).map((parts) => parts.join(""));

/** For each place in the string, whether a word covers it. */
function covered(length: number, places: readonly { start: number; end: number }[]): boolean[] {
  return Array.from({ length }, (_, at) => places.some(({ start, end }) => start <= at && at < end));
}

test("finds what a search for each word by itself finds", () => {
  const words = fc.array(
    text(12).filter((word) => word.length > 7),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(words, text(200), (list, given) => {
      const each = list.flatMap((word) =>
        [...given].flatMap((_, start) => (given.startsWith(word, start) ? [{ start, end: start + word.length }] : [])),
      );
      expect(covered(given.length, finderOf(list)(given))).toEqual(covered(given.length, each));
    }),
    { numRuns: sized(2_000), seed: 20_261_004 },
  );
});

test("finds short words only as separate words", () => {
  const words = fc.array(text(7), { maxLength: 6 });
  const spaced = fc.array(text(9), { maxLength: 20 }).map((parts) => parts.join(" "));
  fc.assert(
    fc.property(words, spaced, (list, given) => {
      const known = new Set(list);
      const alone = [...given.matchAll(/\w+/g)].flatMap(({ 0: word, index: start }) =>
        known.has(word) ? [{ start, end: start + word.length }] : [],
      );
      expect(finderOf(list)(given).sort((one, other) => one.start - other.start)).toEqual(alone);
    }),
    { numRuns: sized(2_000), seed: 20_261_004 },
  );
});

test("finds the beginning of a word at the end of a string, if it is long enough", () => {
  const finder = finderOf(["tok-012345", "0123456789"]);
  expect(finder("is tok-0123", 6)).toEqual([{ start: 3, end: 11 }]);
  expect(finder("is tok-0", 6)).toEqual([]);
  expect(finder("is tok-0123")).toEqual([]);
  expect(finder("is tok-0123456", 6)).toEqual([
    { start: 3, end: 13 },
    { start: 7, end: 14 },
  ]);
});
