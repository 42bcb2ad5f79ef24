import { describe, expect, test } from "vitest";
import { copyDetail } from "./detail.ts";

const TOKEN = "ghp_aB3dE5fG7hJ9kL2maB3dE5fG7hJ9kL2m";

test("a copy keeps secrets, which the contract that answers removes", () => {
  const detail = { password: "hunter2", note: `Bearer ${TOKEN}`, [TOKEN]: 1, pin: 83_746_152, "": "at run (x.js:1:2)" };
  expect(copyDetail(detail)).toEqual(detail);
});

describe("a copy has room for what the sanitizer must see whole", () => {
  test.each<readonly [what: string, detail: object, next: object, cut: object]>([
    ["a string", { a: "x".repeat(4_000) }, { a: "x".repeat(4_001) }, { a: `${"x".repeat(4_000)}[truncated]` }],
    [
      "all strings",
      { a: Array(10).fill("x".repeat(3_999)) },
      { a: [...Array(9).fill("x".repeat(3_999)), "y".repeat(3_999), "z".repeat(100)] },
      { a: [...Array(9).fill("x".repeat(3_999)), "y".repeat(3_999)] },
    ],
    [
      "a name, without which nothing follows",
      { argv: ["x"] },
      { a: Array(10).fill("x".repeat(3_998)), argv: [`--password${"x".repeat(3_000)}`, "id"], b: "y" },
      { a: Array(10).fill("x".repeat(3_998)), argv: ["[truncated]"] },
    ],
    [
      "a string that is left out whole, not cut",
      { a: "x" },
      { a: Array(11).fill("x".repeat(3_900)) },
      { a: [...Array(10).fill("x".repeat(3_900)), "[truncated]"] },
    ],
  ])("%s", (_what, detail, next, cut) => {
    expect(copyDetail(detail)).toEqual(detail);
    expect(copyDetail(next)).toEqual(cut);
  });
});

test.each(["\ud800", "\udc00x"])("half a character is replaced, in a key and a string", (half) => {
  expect(copyDetail({ [half]: half })).toEqual({ [half.toWellFormed()]: half.toWellFormed() });
});
