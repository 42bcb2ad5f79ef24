import { expect, test } from "vitest";
import { byCount, compare, joinedKey } from "./order.ts";

test.each<[one: string, other: string, order: number]>([
  ["a", "b", -1],
  ["b", "a", 1],
  ["a", "a", 0],
  ["B", "a", -1],
  ["z", "ä", -1],
])("%s compared with %s is %i", (one, other, order) => expect(compare(one, other)).toBe(order));

test("the most frequent comes first, then the name decides", () => {
  const rows = [
    { name: "b", count: 1 },
    { name: "c", count: 2 },
    { name: "a", count: 1 },
  ];
  expect(rows.sort(byCount(({ name }) => name)).map(({ name }) => name)).toEqual(["c", "a", "b"]);
});

test("different parts make different keys", () => {
  expect([joinedKey("a", "b"), joinedKey("a,b"), joinedKey(1), joinedKey("1")]).toEqual([
    '["a","b"]',
    '["a,b"]',
    "[1]",
    '["1"]',
  ]);
});
