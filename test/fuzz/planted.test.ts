import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PLANTED } from "./planted.ts";
import { TARGETS } from "./targets/index.ts";

describe.each(PLANTED)("the defect against “$invariant” in $file", ({ file, from, to, target }) => {
  test("has its place, once, and a target", () => {
    const url = new URL(`../../${file}`, import.meta.url);
    expect(existsSync(url)).toBe(true);
    expect(readFileSync(url, "utf8").split(from)).toHaveLength(2);
    expect(to).not.toBe(from);
    expect(TARGETS.has(target)).toBe(true);
  });
});
