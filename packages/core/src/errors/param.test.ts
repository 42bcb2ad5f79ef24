import { expect, test } from "vitest";
import { toParam } from "./param.ts";

test.each<readonly [path: unknown, param: string | null]>([
  ["input.0.content", "input.0.content"],
  ["items[0].name", "items.0.name"],
  ["", null],
  [["a", { key: "b" }, 0], "a.b.0"],
  ["a.b c.d", "a"],
  [`a.${"b".repeat(65)}`, "a"],
  // The contract that answers removes secrets.
  ["password.aB3dE5fG", "password.aB3dE5fG"],
  ["10.0.3.7", "10.0.3.7"],
  ["a.b_$@-9.é", "a.b_$@-9.é"],
  [["a", undefined, "b"], "a"],
  [[true], null],
  [[{ key: null }], null],
  [Array(17).fill("a").join("."), Array(16).fill("a").join(".")],
  [Array(17).fill("a"), Array(16).fill("a").join(".")],
  // A longer path is not read to its end.
  [Array(16).fill("x".repeat(64)).join("."), Array(16).fill("x".repeat(64)).join(".").slice(0, 1_000)],
])("writes %j as %s", (path, param) => {
  expect(toParam(path)).toBe(param);
});
