import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

test("a full map keeps its keys, and counts what comes for others", () => {
  const map = new BoundedMap<string>(2);
  const at = (key: string) => map.at(key, () => `of ${key}`);
  expect([at("a"), at("b"), at("c"), at("a"), at("c")]).toEqual(["of a", "of b", undefined, "of a", undefined]);
  expect([map.values(), map.notKept]).toEqual([["of a", "of b"], 2]);
});

test("a value is made once for each key", () => {
  const map = new BoundedMap<{ count: number }>(1);
  const one = map.at("a", () => ({ count: 0 }));
  expect(map.at("a", () => ({ count: 9 }))).toBe(one);
  expect(map.notKept).toBe(0);
});
