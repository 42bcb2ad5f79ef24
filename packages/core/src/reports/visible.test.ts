import { expect, test } from "vitest";
import { visibleLine, visibleLines } from "./visible.ts";

test.each<readonly [text: string, line: string, lines: string]>([
  ["plain é 😀", "plain é 😀", "plain é 😀"],
  ["a\nb", "a\\nb", "a\nb"],
  ["a\r\nb", "a\\u{d}\\nb", "a\\u{d}\nb"],
  ["a\tb", "a b", "a b"],
  ["\u001b[31m", "\\u{1b}[31m", "\\u{1b}[31m"],
  ["\u0000\u007f\u0085", "\\u{0}\\u{7f}\\u{85}", "\\u{0}\\u{7f}\\u{85}"],
  ["a\u202eb\u200b", "a\\u{202e}b\\u{200b}", "a\\u{202e}b\\u{200b}"],
  ["\u2028\u2029", "\\u{2028}\\u{2029}", "\\u{2028}\\u{2029}"],
  ["\ue000", "\\u{e000}", "\\u{e000}"],
  ["\ud800x", "\\u{d800}x", "\\u{d800}x"],
  ["\u{e0001}", "\\u{e0001}", "\\u{e0001}"],
  ["", "", ""],
])("%j is printed as %j, and in JSON as %j", (text, line, lines) => {
  expect([visibleLine(text, 100), visibleLines(text, 100)]).toEqual([line, lines]);
});

test.each([visibleLine, visibleLines])("at most so many characters are kept", (print) => {
  expect(print("abcd", 4)).toBe("abcd");
  expect(print("abcde", 4)).toBe("abc…");
  expect(print("\u0000".repeat(9), 8)).toBe("\\u{0}\\u…");
  expect(print("x".repeat(1e6), 3)).toBe("xx…");
});
