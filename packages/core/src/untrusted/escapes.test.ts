import { describe, expect, test } from "vitest";
import { ESCAPE, unescaped } from "./escapes.ts";

const read = (text: string) => text.replace(ESCAPE, unescaped);

describe("an escaped character", () => {
  test.each<readonly [written: string, character: string]>([
    // URL
    ["%41", "A"],
    ["%25", "%"],
    ["%2525", "%"],
    ["%2f%2F", "//"],
    ["%00", "\u0000"],
    ["%7e", "~"],
    ["%2541", "A"],
    ["%252525252541", "A"],
    ["%c3%a9", "é"],
    ["%C3%A9", "é"],
    ["%e2%82%ac", "€"],
    ["%f0%9f%98%80", "😀"],
    ["%25c3%25a9", "é"],
    ["%e2%25282", "â(2"],
    ["%e9", "é"],
    ["%df%bf", "\u07ff"],
    ["%ff%bf", "ÿ¿"],
    ["%c3%41", "ÃA"],
    ["%c3%c3%a9", "Ãé"],
    ["%e2%82", "â\u0082"],
    ["%f0%9f%98%80%80", "😀\u0080"],
    ["%u0041", "A"],
    ["%u20ac", "€"],
    ["%25u0041", "A"],
    // JSON, JavaScript and shells
    ["\\u0041", "A"],
    ["\\u20AC", "€"],
    ["\\u{41}", "A"],
    ["\\u{1F600}", "😀"],
    ["\\u{00000041}", "A"],
    ["\\u{10ffff}", "\u{10ffff}"],
    ["\\x41", "A"],
    ["\\x7E", "~"],
    ["\\101", "A"],
    ["\\012", "\n"],
    ["\\177", "\u007f"],
    ["\\n", "\n"],
    ["\\r", "\r"],
    ["\\t", "\t"],
    ["\\b", "\b"],
    ["\\f", "\f"],
    ['\\"', '"'],
    ["\\'", "'"],
    ["\\`", "`"],
    ["\\/", "/"],
    ["\\\\", "\\"],
    // HTML
    ["&#65;", "A"],
    ["&#000000065;", "A"],
    ["&#x41;", "A"],
    ["&#X41;", "A"],
    ["&#x00000041;", "A"],
    ["&#1114111;", "\u{10ffff}"],
    ["&amp;#65;", "A"],
    ["&amp;amp;#x41;", "A"],
    ["&amp;lt;", "<"],
    ["&amp;amp;amp;", "&"],
    ["&amp;", "&"],
    ["&LT;", "<"],
    ["&Tab;", "\t"],
    ["&nbsp;", " "],
    ["&NewLine;", "\n"],
    ["&NoBreak;", ""],
    ["&shy;", ""],
    ["&ZeroWidthSpace;", ""],
    ["&zwj;", ""],
    ["&zwnj;", ""],
  ])("%j is %j", (written, character) => {
    expect(read(written)).toBe(character);
    expect(read(`a${written}b`)).toBe(`a${character}b`);
  });

  test.each(
    `apos' bsol\\ colon: comma, commat@ dollar$ equals= excl! grave\` gt> lowbar_ lpar( lsqb[ num# percnt% period. plus+ quest?
    quot" rpar) rsqb] semi; sol/ vert|`.split(/\s+/),
  )("has a name in HTML, which is before its sign: %s", (named) => {
    expect(read(`&${named.slice(0, -1)};`)).toBe(named.slice(-1));
  });

  test.each([
    "%",
    "%4",
    "%4g",
    "%g1",
    "%u004",
    "%u00g0",
    "\\u004",
    "\\u{}",
    "\\u{41",
    "\\u{000000041}",
    "\\u{g}",
    "\\u{110000}",
    "\\x4",
    "\\xg0",
    "\\201",
    "\\18",
    "\\a",
    "&#65",
    "&#;",
    "&#0000000065;",
    "&#x000000041;",
    "&#xg;",
    "&#1114112;",
    "&lt",
    "&l;",
    "&1t;",
    "&eacute;",
    "&abcdefghijklmnopq;",
    "lt;",
    "amp;",
  ])("is not in %j", (text) => {
    expect(read(text)).toBe(text);
    expect(read(`${text}\n`)).toBe(`${text}\n`);
  });

  test("is read one at a time", () => {
    expect(read("%41%42\\u0043&#68;&lt;%e2%82%ac.")).toBe("ABCD<€.");
    expect(read("%4141")).toBe("A41");
    expect(read("\\\\u0041")).toBe("\\u0041");
    expect(read("&lt;;")).toBe("<;");
    expect(read("&amp;x")).toBe("&x");
    expect(read("\\10123")).toBe("A23");
    expect(read("&abcdefghijklmnop;")).toBe("&abcdefghijklmnop;");
  });
});
