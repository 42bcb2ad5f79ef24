import { expect, test } from "vitest";
import { fit, pad, wrap } from "./columns.ts";

test.each<[text: string, columns: number, fitting: string]>([
  ["order", 5, "order"],
  ["orders", 5, "orde…"],
  ["注文注文", 8, "注文注文"],
  ["注文注文", 5, "注文…"],
  ["注文注文", 6, "注文…"],
  ["e\u0301e\u0301", 2, "e\u0301e\u0301"],
  ["👍👍", 3, "👍…"],
  ["주문", 3, "주…"],
  ["あカ", 3, "あ…"],
  ["カあ", 3, "カ…"],
  ["「」", 3, "「…"],
  ["！！", 3, "！…"],
  ["", 0, ""],
])("%s in %d columns is %s", (text, columns, fitting) => {
  expect(fit(text, columns)).toBe(fitting);
});

test("a padded string has its width", () => {
  expect([pad("ab", 4), pad("注文", 6), pad("abcdef", 4)]).toEqual(["ab  ", "注文  ", "abc…"]);
});

test("a string is broken between words, and a long word is cut", () => {
  expect(wrap("one two three", 8)).toEqual(["one two", "three"]);
  expect(wrap("one abcdefghijk", 8)).toEqual(["one", "abcdefg…"]);
});
