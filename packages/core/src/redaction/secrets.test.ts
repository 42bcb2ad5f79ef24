import { describe, expect, test } from "vitest";
import { finderOf } from "./finder.ts";
import { redactorOf } from "./redactor.ts";

describe("a secret of up to seven characters counts only as a whole word", () => {
  test.each<readonly [secret: string, text: string, left: string]>([
    ["hunter2", "hunter2", "[credential]"],
    ["hunter2", "is hunter2 it", "is [credential] it"],
    ["hunter2", "is (hunter2)", "is ([credential])"],
    ["hunter2", "is HUNTER2", "is [credential]"],
    ["hunter2", "is xhunter2", "is xhunter2"],
    ["hunter2", "is hunter2x", "is hunter2x"],
    ["hunter2", "is hunter2_", "is hunter2_"],
    ["hunter2", "is 1hunter2", "is 1hunter2"],
    ["hunter2", "is hun ter2", "is hun ter2"],
    ["hunter2", "is h\u200bunter2", "is [credential]"],
    ["hunter23", "is xhunter23x", "is x[credential]x"],
    ["hunter23", "is hun ter23", "is [credential]"],
    ["abc", "is YWJj", "is YWJj"],
    ["abc", "is 616263", "is 616263"],
    ["abcde", "is YWJjZGU", "is YWJjZGU"],
    ["abcd", "is 61626364", "is [credential]"],
    ["abcdef", "is YWJjZGVm", "is [credential]"],
    ["", "is it", "is it"],
  ])("%s in %s", (secret, text, left) => {
    expect(redactorOf(new Set([secret]))(text)).toBe(left);
  });
});

describe("secrets in one string", () => {
  test.each<readonly [what: string, secrets: readonly string[], text: string, left: string]>([
    ["that touch are two", ["abcdefgh", "ijklmnop"], "x abcdefghijklmnop", "x [credential][credential]"],
    ["that overlap are one", ["abcdefgh", "efghijkl"], "x abcdefghijkl y", "x [credential] y"],
    ["one in the other are one", ["abcdefghijkl", "bcdefghi"], "x abcdefghijkl y", "x [credential] y"],
    ["at the start and the end are two", ["abcdefgh"], "abcdefgh x abcdefgh", "[credential] x [credential]"],
    ["that repeat themselves are one", ["abababab"], "x ababababab y", "x [credential] y"],
    ["the second after a part of it", ["aabaabaac"], "x aabaabaabaac y", "x aab[credential] y"],
    ["none", [], "x abcdefgh", "x abcdefgh"],
  ])("%s", (_, secrets, text, left) => {
    expect(redactorOf(new Set(secrets))(text)).toBe(left);
  });
});

describe("where a string was cut, the beginning of a secret", () => {
  const redact = redactorOf(new Set(["abcdefghijkl"]));
  test.each<readonly [what: string, text: string, left: string]>([
    ["of six characters goes", "x abcdef", "x [credential]"],
    ["of five characters stays", "x abcde", "x abcde"],
    ["that is not at the end stays", "x abcdef.", "x abcdef."],
    ["in a URL goes", "x %61bcdef", "x [credential]"],
    ["with white space in it goes if it is longer than seven characters", "x abcd efgh", "x [credential]"],
    ["with white space in it stays if it has seven characters", "x abcd efg", "x abcd efg"],
    ["after a whole one goes", "abcdefghijkl abcdefg", "[credential] [credential]"],
  ])("%s", (_, text, left) => {
    expect(redact(text, "cut")).toBe(left);
  });
});

describe("a secret is found", () => {
  const redact = redactorOf(new Set(["abcdefgh"]));
  test.each<readonly [what: string, text: string, left: string]>([
    ["below four levels of escapes", "x %2525252561bcdefgh y", "x [credential] y"],
    ["below four kinds of escapes", "x &#92;u002526#97;bcdefgh y", "x [credential] y"],
    ["not below five", "x %26#92;u002526#97;bcdefgh y", "x %26#92;u002526#97;bcdefgh y"],
    ["with a color of many numbers in it", `x abcd\u001b[${"1;".repeat(20)}mefgh y`, "x [credential] y"],
    ["with a shape of the cursor in it", "x abcd\u001b[2 qefgh y", "x [credential] y"],
    ["with a color without numbers in it", "x abcd\u001b[mefgh y", "x [credential] y"],
    ["with a question to the terminal in it", "x abcd\u001b[?25hefgh y", "x [credential] y"],
    ["with a color after U+009B in it", "x abcd\u009b31mefgh y", "x [credential] y"],
    ["with a blank of Braille in it", "x abcd\u2800efgh y", "x [credential] y"],
    ["with a mark of an annotation in it", "x abcd\ufff9efgh y", "x [credential] y"],
    ["with a circle around a letter in it", "x abcd\u20ddefgh y", "x [credential] y"],
    ["with a backslash before a sign in it", "x a\\bcdefgh y", "x a\\bcdefgh y"],
    ["over two lines", "x abcd\r\n\tefgh y", "x [credential] y"],
    ["in the first wide letter and the last", "x ａbcdefgｈ y", "x [credential] y"],
    ["after a character of two units", "😀 abcdefgh 😀", "😀 [credential] 😀"],
    ["between escapes that stay", "%20abcdefgh%20", "%20[credential]%20"],
    ["between invisible characters that stay", "\u200babcdefgh\u200b", "\u200b[credential]\u200b"],
  ])("%s", (_, text, left) => {
    expect(redact(text)).toBe(left);
  });

  test("with wide signs for its own", () => {
    expect(redactorOf(new Set(["!bcdefg~"]))("x ！bcdefg～ y")).toBe("x [credential] y");
  });
});

describe("a finder", () => {
  test.each<readonly [what: string, words: readonly string[], text: string, places: readonly object[]]>([
    ["finds a word at its place", ["abcdefgh"], "x abcdefgh", [{ start: 2, end: 10 }]],
    ["finds a word in any case", ["ABCDEFGH"], "x abcdEFGH", [{ start: 2, end: 10 }]],
    [
      "finds overlapping places",
      ["abababab"],
      "ababababab",
      [
        { start: 0, end: 8 },
        { start: 2, end: 10 },
      ],
    ],
    ["finds a word once, if it is given twice", ["abcdefgh", "ABCDEFGH"], "abcdefgh", [{ start: 0, end: 8 }]],
    ["minds the case of other letters", ["äbcdefgh"], "Äbcdefgh", []],
    ["finds no empty word", [""], "- -", []],
    ["finds nothing in an empty string", ["abcdefgh"], "", []],
  ])("%s", (_, words, text, places) => {
    expect(finderOf(words)(text)).toEqual(places);
  });
});
