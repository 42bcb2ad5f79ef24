import { describe, expect, test } from "vitest";
import { visible } from "./visible.ts";

describe("a printed string shows", () => {
  test.each<readonly [what: string, text: string, expected: string]>([
    ["letters, signs and emoji as they are", "Überall 100 % \\u ☂ 😀", "Überall 100 % \\u ☂ 😀"],
    ["a control character as an escape", "a\u001b[31m", "a\\u{1b}[31m"],
    ["a control character of eight bits as an escape", "\u009b31m", "\\u{9b}31m"],
    ["a tab as an escape", "a\tb", "a\\u{9}b"],
    ["a line break as an escape", "a\nb", "a\\u{a}b"],
    ["a carriage return as an escape", "a\rb", "a\\u{d}b"],
    ["a direction mark as an escape", "\u202egnp.exe", "\\u{202e}gnp.exe"],
    ["a letter without width as an escape", "a\u200bb", "a\\u{200b}b"],
    ["a line separator as an escape", "a\u2028b", "a\\u{2028}b"],
    ["a paragraph separator as an escape", "a\u2029b", "a\\u{2029}b"],
    ["a letter for private use as an escape", "\ue000", "\\u{e000}"],
    ["half of a letter as an escape", "\ud83d!", "\\u{d83d}!"],
    ["an invisible letter of two units as one escape", "\u{e0041}", "\\u{e0041}"],
    ["each of several", "\u0000\u0000a\u0007", "\\u{0}\\u{0}a\\u{7}"],
  ])("%s", (_what, text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  test("line breaks as they are where several lines are printed, and no other control character", () => {
    expect(visible("a\nb\r\n\tc", true)).toBe("a\nb\\u{d}\n\\u{9}c");
  });
});
