import { describe, expect, test } from "vitest";
import { barred, fenced, inCommand, inMarkdown, inProperty, inXml, safeJson, withoutCommands } from "./escape.ts";

describe("a log finds no command in", () => {
  test.each<readonly [line: string, expected: string]>([
    ["##[group]a", "#\u200a#[group]a"],
    ["##vso[task.x]a", "#\u200a#vso[task.x]a"],
    ["##teamcity[stop]", "#\u200a#teamcity[stop]"],
    ["a ##[b] ##[c]", "a #\u200a#[b] #\u200a#[c]"],
    ["###[b]", "##\u200a#[b]"],
    ["## heading [a]", "## heading [a]"],
    ["##other[a]", "##other[a]"],
    ["##vsoteamcity[a]", "##vsoteamcity[a]"],
    ["##vso", "##vso"],
    ["#[a]", "#[a]"],
  ])("%j", (line, expected) => {
    expect(withoutCommands(line)).toBe(expected);
  });
});

describe("a bar precedes", () => {
  test.each<readonly [what: string, text: string, indent: string, expected: string]>([
    ["each line", "a\nb", "", "| a\n| b"],
    ["an empty line, without a space at its end", "a\n\nb", "", "| a\n|\n| b"],
    ["a line whose spaces at the end are cut", "a  \n  b", "", "| a\n|   b"],
    ["each line, after the indent", "a\nb", "    ", "    | a\n    | b"],
    ["a line that would be a command", "::error::a\n##[group]b", "", "| ::error::a\n| #\u200a#[group]b"],
    ["a control character, which is escaped", "a\u001b\r\nb", "", "| a\\u{1b}\\u{d}\n| b"],
  ])("%s", (_what, text, indent, expected) => {
    expect(barred(text, indent)).toBe(expected);
  });

  test("each line, without an indent by default", () => {
    expect(barred("a\nb")).toBe("| a\n| b");
  });

  test("each line in a code block, so that none ends it", () => {
    expect(fenced("a\n```")).toBe("```text\n| a\n| ```\n```");
  });
});

describe("JSON that is printed", () => {
  test.each<readonly [what: string, value: unknown, expected: string]>([
    ["is indented", { a: 1 }, '{\n  "a": 1\n}'],
    ["has four digits for a control character", "\u009b", '"\\u009b"'],
    ["has four digits for a direction mark", "\u202e", '"\\u202e"'],
    ["has two escapes for an invisible letter of two units", "\u{e0041}", '"\\udb40\\udc41"'],
    ["has no tab", "\t1", '"\\t1"'],
    ["has no command of a log", "##[a], ##vso[b], ##teamcity[c]", '"#\\u0023[a], #\\u0023vso[b], #\\u0023teamcity[c]"'],
    ["keeps two signs that are no command", "## a, ##other[b], ##vso", '"## a, ##other[b], ##vso"'],
  ])("%s", (_what, value, expected) => {
    expect(safeJson(value)).toBe(`${expected}\n`);
    expect(JSON.parse(safeJson(value))).toEqual(value);
  });
});

describe("XML", () => {
  test.each<readonly [what: string, text: string, expected: string]>([
    ["has names for its own signs", `<a b="c" d='e'>&</a>`, "&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;&lt;/a&gt;"],
    ["has a replacement for what it does not allow", "a\ufffeb\uffffc", "a\ufffdb\ufffdc"],
    ["has no line break in an attribute", "a\nb", "a\\u{a}b"],
    ["has no command of a log", "##[a]", "#\u200a#[a]"],
  ])("%s", (_what, text, expected) => {
    expect(inXml(text)).toBe(expected);
  });

  test("has line breaks in an element", () => {
    expect(inXml("a\n<", true)).toBe("a\n&lt;");
  });
});

describe("Markdown", () => {
  test.each([..."\\`*_{}[]()<>#+!|~&@:$-"])("has a number for %s", (letter) => {
    expect(inMarkdown(`a${letter}b${letter}`)).toBe(`a&#${letter.charCodeAt(0)};b&#${letter.charCodeAt(0)};`);
  });

  test.each<readonly [text: string, expected: string]>([
    [
      "A plain sentence, with 1 % of signs; see \"this\" / that = 'so'?",
      "A plain sentence, with 1 % of signs; see \"this\" / that = 'so'?",
    ],
    ["a\nb", "a&#92;u&#123;a&#125;b"],
    ["##[a]", "&#35;\u200a&#35;&#91;a&#93;"],
  ])("has %j in one line", (text, expected) => {
    expect(inMarkdown(text)).toBe(expected);
  });
});

describe("a command of GitHub's log", () => {
  test.each<readonly [text: string, expected: string]>([
    ["100 % of 1%", "100 %25 of 1%25"],
    ["a\nb\nc", "a%0Ab%0Ac"],
    ["a\r\nb", "a\\u{d}%0Ab"],
    ["a: b, c: d, e", "a: b, c: d, e"],
  ])("has the message %j in one line", (text, expected) => {
    expect(inCommand(text)).toBe(expected);
  });

  test("has no end of a property within the property", () => {
    expect(inProperty("a: 1%, b: 2,\n")).toBe("a%3A 1%25%2C b%3A 2%2C%0A");
  });
});
