import { expect, test } from "vitest";
import { characters, runStart } from "./trigger.ts";

test.each<readonly [text: string, at: number, is: boolean]>([
  ["a", 0, true],
  ["-", 0, false],
  ["é", 0, true],
  ["𝒜", 0, true],
  ["𝒜", 1, true],
  ["😀", 1, false],
  ["a\ude00", 1, false],
  ["\ud83da", 0, false],
  ["", 0, false],
])("of %j, the unit at %i is one of a letter: %s", (text, at, is) => {
  expect(characters(/\p{L}/u)(text, at)).toBe(is);
});

test.each<readonly [what: string, text: string, at: number, least: number, start: number]>([
  ["at its first character", "x ab=1", 4, -1, 2],
  ["at the place itself when there is none", "x =1", 2, -1, 2],
  ["with the text", "ab=1", 2, -1, 0],
  ["nowhere when it reaches back to the last place", "a=b", 1, 0, -1],
  ["after the last place when something separates the two", "a =b", 3, 1, 2],
])("a run begins %s", (_, text, at, least, start) => {
  expect(runStart(/[\w=]/)(text, at, least)).toBe(start);
});
