import { describe, expect, test } from "vitest";
import { afterComment, detectStyle, type Edit, indentAt, inStyle, literal, type Style, withEdits } from "./edits.ts";

const edit = (start: number, end: number, text: string): Edit => ({ start, end, text });

test.each<readonly [what: string, edits: readonly Edit[], expected: string]>([
  ["none", [], "abcdef"],
  ["in any order", [edit(4, 5, "E"), edit(0, 1, "A")], "AbcdEf"],
  ["side by side", [edit(0, 2, "1"), edit(2, 4, "2")], "12ef"],
  ["at one place in the given order", [edit(2, 2, "1"), edit(2, 2, "2")], "ab12cdef"],
  ["an insertion before a replacement", [edit(2, 3, "C"), edit(2, 2, "1")], "ab1Cdef"],
  ["at both ends", [edit(6, 6, ">"), edit(0, 0, "<")], "<abcdef>"],
  ["a deletion", [edit(1, 5, "")], "af"],
])("applies edits: %s", (_what, edits, expected) => {
  expect(withEdits("abcdef", edits)).toBe(expected);
});

test("edits that overlap are refused", () => {
  const message = "two changes overlap at character 3";
  expect(() => withEdits("abcdef", [edit(1, 4, ""), edit(3, 5, "")])).toThrow(new RangeError(message));
});

describe("the style of a file", () => {
  test.each<readonly [what: string, text: string, expected: string]>([
    ["two spaces", "if (a) {\n  b();\n}\n", "  "],
    ["four spaces", "if (a) {\n    b();\n}\n", "    "],
    ["one tab", "if (a) {\n\tb();\n}\n", "\t"],
    ["one tab where the first line has two", "a(\n\t\tb,\n);\n", "\t"],
    ["one tab where spaces follow it", "a(\n\t  b,\n);\n", "\t"],
    ["at most four spaces", "a(\n        b,\n);\n", "    "],
    ["two spaces where no line has any", "const a = 1;\n", "  "],
    ["that of lines with content", "a(\n   \n    b,\n);\n", "    "],
    ["that of code below a comment", "/**\n * A.\n */\nif (a) {\n    b();\n}\n", "    "],
    ["that of code below a comment with more", "/*\n   * A.\n   */\nif (a) {\n  b();\n}\n", "  "],
    ["that of code below a comment with tabs", "/*\n\t* A.\n\t*/\nif (a) {\n  b();\n}\n", "  "],
  ])("has an indentation of %s", (_what, text, expected) => {
    expect(detectStyle(text).indent).toBe(expected);
  });

  test.each<readonly [what: string, text: string, expected: string]>([
    ["LF", "a\nb\n", "\n"],
    ["CRLF", "a\r\nb\r\n", "\r\n"],
    ["LF at half of them", "a\r\nb\n", "\n"],
    ["CRLF at more than half of them", "a\r\nb\r\nc\n", "\r\n"],
    ["LF where there is one line", "a", "\n"],
  ])("has line breaks: %s", (_what, text, expected) => {
    expect(detectStyle(text).newline).toBe(expected);
  });

  test.each<readonly [what: string, text: string, expected: string]>([
    ["double in an empty file", "", '"'],
    ["single", "a('b');", "'"],
    ["double at half of them", "a('b', \"c\");", '"'],
    ["single at more than half of them", "a('bc', 'd', \"\");", "'"],
    ["double at more than half of them", 'a(\'b\', "cd", "ef");', '"'],
    ["double beside apostrophes of comments", "// don't\n// can't\n", '"'],
    ["single beside quotation marks of several lines", "a('b'); // 3\" wide\n// 4\" wide\n", "'"],
  ])("has quotation marks: %s", (_what, text, expected) => {
    expect(detectStyle(text).quote).toBe(expected);
  });

  test.each<readonly [what: string, text: string, expected: string]>([
    ["in an empty file", "", ";"],
    ["at the ends of lines", "const a = 1;\nconst b = 2;\n", ";"],
    ["before spaces at the ends of lines", "const a = 1;  \nlet b\n", ";"],
    ["at the ends of lines with CRLF", "const a = 1;\r\nlet b\r\n", ";"],
    ["at a fifth of the lines", "let a;\nlet b\nlet c\nlet d\nlet e\n", ";"],
    ["as often as statements inside of lines", "let a\nlet b\nfor (;;) {}\n", ";"],
    ["but not at a sixth of the lines", "let a;\nlet b\nlet c\nlet d\nlet e\nlet f\n", ""],
    ["but not inside of lines alone", "let a = () => { b(); }\nlet c\n", ""],
    ["but not inside of lines, a few times", "let a\nlet b\nlet c\nfor (;;) {}\n", ""],
    ["but not after an import", 'import "a"\n', ""],
    ["but not after an export", "export { a }\n", ""],
    ["but not after a constant", "const a = 1\n", ""],
    ["but not after a variable", "let a = 1\n", ""],
    ["but not after a return, on a line with spaces", "a(() => {\n    return 1\n})\n", ""],
    ["but not after a throw, on a line with a tab", "a(() => {\n\tthrow b\n})\n", ""],
    ["where no line begins with a statement", "a(() => { return 1 })\n", ";"],
    ["where a name begins like a statement", "lettuce = 1\n", ";"],
  ])("has semicolons %s", (_what, text, expected) => {
    expect(detectStyle(text).semicolon).toBe(expected);
  });
});

test.each<readonly [value: string, quote: '"' | "'", expected: string]>([
  ["a", '"', '"a"'],
  ["a", "'", "'a'"],
  ['say "a"', '"', '"say \\"a\\""'],
  ['say "a" or "b"', "'", `'say "a" or "b"'`],
  ["it's an author's", "'", "'it\\'s an author\\'s'"],
  ["it's", '"', '"it\'s"'],
  ["a\nb", "'", "'a\\nb'"],
])("writes %j as a string in %s", (value, quote, expected) => {
  expect(literal(value, { quote })).toBe(expected);
});

const OTHER_STYLE: Style = { newline: "\r\n", indent: "\t", quote: "'", semicolon: "" };

test.each<readonly [code: string, ofModule: string, ofCommon: string]>([
  ['import { a, b as c } from "m";\n', "import { a, b as c } from 'm'\r\n", "const { a, b: c } = require('m')\r\n"],
  ['import A from "m";\n', "import A from 'm'\r\n", "const A = require('m')\r\n"],
  ['import type { A } from "m";\n', "import type { A } from 'm'\r\n", "import type { A } from 'm'\r\n"],
  ["export const a = b;\n", "export const a = b\r\n", "const a = b\r\n"],
  ["a({\n    b,\n});\n", "a({\r\n\t\tb,\r\n})\r\n", "a({\r\n\t\tb,\r\n})\r\n"],
  [
    'a("Closed; \\"export const\\" it.");\n',
    "a('Closed; \"export const\" it.')\r\n",
    "a('Closed; \"export const\" it.')\r\n",
  ],
])("a module is written in the style of a file: %j", (code, ofModule, ofCommon) => {
  expect(inStyle(code, OTHER_STYLE, true)).toBe(ofModule);
  expect(inStyle(code, OTHER_STYLE, false)).toBe(ofCommon);
});

test.each<readonly [what: string, text: string, at: number, expected: string]>([
  ["the first line", "  a\n    b", 2, "  "],
  ["the end of a line", "  a\n    b", 3, "  "],
  ["a later line", "  a\n    b", 9, "    "],
  ["the start of a later line", "  a\n    b", 4, ""],
  ["a place within the white space", "  a\n    b", 6, "  "],
  ["a line with tabs", "a\n\t\tb c", 6, "\t\t"],
  ["a line without white space", "a\nb c", 5, ""],
])("the indentation of %s", (_what, text, at, expected) => {
  expect(indentAt(text, at)).toBe(expected);
});

test.each<readonly [what: string, text: string, expected: string]>([
  ["of a line", "a; // b\nc", "a; // b"],
  ["of a line without a space before it", "a;// b\nc", "a;// b"],
  ["of a line after spaces", "a;   // b\nc", "a;   // b"],
  ["of a line without the spaces after it", "a; // b  \nc", "a; // b"],
  ["of a line with CRLF", "a; // b\r\nc", "a; // b"],
  ["of a block", "a; /* b */\nc", "a; /* b */"],
  ["of a block with stars", "a; /** b * c **/\nc", "a; /** b * c **/"],
  ["of a block before spaces", "a; /* b */  \nc", "a; /* b */"],
  ["of a block with CRLF", "a; /* b */\r\nc", "a; /* b */"],
  ["of a block at the end of the file", "a; /* b */", "a; /* b */"],
  ["but not of a block before code", "a; /* b */ c", "a;"],
  ["but not of a block before a slash", "a; /* b */ /c/", "a;"],
  ["but not of a block of several lines", "a; /* b\n */\nc", "a;"],
  ["but not of a block of several lines with CRLF", "a; /* b\r */\nc", "a;"],
  ["but not after code", "a; b // c\n", "a;"],
  ["but not of the next line", "a;\n// b\n", "a;"],
  ["but not a lone slash", "a; / b\n", "a;"],
])("code ends after the comment %s", (_what, text, expected) => {
  expect(text.slice(0, afterComment(text, 2))).toBe(expected);
});

test("a comment of any length is read to its end", () => {
  const text = `a; // ${"x".repeat(1_200)}`;
  expect(afterComment(`${text}\nb;`, 2)).toBe(text.length);
});
