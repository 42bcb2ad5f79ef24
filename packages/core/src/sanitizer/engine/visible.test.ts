import { describe, expect, test } from "vitest";
import { sentDetail } from "../../../../../test/support/sent.ts";
import { createSanitizer } from "./create-sanitizer.ts";
import { looseSpaces, plainForms, plainLetters, withoutEscapes, withoutInvisible } from "./visible.ts";

describe("in the string for rules of paths and stacks", () => {
  test.each([
    ["/home/jürgen/Übung", "/home/jqrgen/qbung"],
    ["модули/оплата.ts", "qqqqqq/qqqqqq.ts"],
    ["/srv/請求書.pdfがありません", "/srv/qqq.pdf      "],
    ["/var/shop.log를", "/var/shop.log "],
    ["打开/etc/passwd因为", "  /etc/passwd  "],
    ["「/srv/資料」", " /srv/qq "],
    ["設定.json", "qq.json"],
    ["/srv/𝒜/é", "/srv/qq/q"],
    ["/a模b/c", "/aqb/c"],
    ["/a模", "/a "],
    ["x模-y/z", "xq-y/z"],
    ["(模.ts", "(q.ts"],
    ["(模b/c", "( b/c"],
    ["für Jürgen", "für Jürgen"],
    ["a/b c.d", "a/b c.d"],
  ])("%s is %s", (text, plain) => {
    expect(plainLetters(text)).toBe(plain);
  });
});

describe("a string without its escapes", () => {
  test.each<readonly [text: string, plain: string]>([
    ["a%2520b%252520c", "a b c"],
    [String.raw`a\nb\r\tc\\n\\\"d\/`, 'a\nb\r\tc\n"d/'],
    ["%5Cn%26quot%3B", '\n"'],
    ["a%E2%80%8Bb\\u200bc&#8203;d%00e", "abcde"],
    ["a%1B%5B1%3B31mb&#27;[0mc\\u001b[39md", "abcd"],
    ["a\\udb40\\udc41b&#xdb40;&#xdc41;c\\ud83d\\ude00", "abc😀"],
  ])("%j is %j", (text, plain) => {
    expect([...withoutEscapes(text)].at(-1)?.text).toBe(plain);
  });

  test.each(["", "100%ly", "\\d+\\w"])("%j has none", (text) => expect([...withoutEscapes(text)]).toEqual([]));

  test("knows where each part was", () => {
    const text = "x%2520key%3Dabc\\u0022%20y";
    const draft = [...withoutEscapes(text)].at(-1);
    expect(draft?.text).toBe('x key=abc" y');
    const places = ["key", "abc", '"', "y"].map((part) => draft?.originOf(draft.text.lastIndexOf(part)));
    expect(places).toEqual([6, 12, 15, 24]);
    expect(draft?.originOf(draft.text.length)).toBe(text.length);
  });
});

const LINE = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj".repeat(2).slice(0, 64);
const TOKEN = `ghp_${"aB3dE5fG7hJ9kL2m".repeat(3).slice(0, 36)}`;
const KEY = ["-----BEGIN PRIVATE KEY-----", LINE, LINE, "c2hvcnQ=", "-----END PRIVATE KEY-----"].join("\n");

/** What a client may not see of the key. */
const PARTS = [LINE.slice(0, 20), LINE.slice(-20), "c2hvcnQ"];

const encoded = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");
const entities = (text: string) => [...text].map((character) => `&#${character.codePointAt(0)};`).join("");
const units = (text: string) =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

const sanitizer = createSanitizer();

describe.each<readonly [how: string, write: (text: string) => string]>([
  ["not", (text) => text],
  ["for line breaks alone", (text) => text.replaceAll("\n", "%0A")],
  ["for line breaks of Windows", (text) => text.replaceAll("\n", "%0D%0A")],
  ["percent", encodeURIComponent],
  ["percent, hyphens included", encoded],
  ["percent, twice", (text) => encodeURIComponent(encoded(text))],
  ["as a form does", (text) => new URLSearchParams([["x", text]]).toString()],
  ["as JSON does", (text) => JSON.stringify(text)],
  ["as JSON in JSON", (text) => JSON.stringify(JSON.stringify({ text }))],
  ["as JSON in a URL", (text) => encodeURIComponent(JSON.stringify({ text }))],
  ["by code units", units],
  ["by code points", (text) => text.replaceAll("\n", "\\u{a}")],
  ["as shells do", (text) => text.replaceAll("\n", "\\012")],
  ["as HTML does", entities],
  ["as HTML in HTML", (text) => entities(text).replaceAll("&", "&amp;")],
  ["with tags", (text) => text.replaceAll("\n", "<br>")],
  ["percent, in a terminal's color", (text) => encodeURIComponent(`\u001b[31m${text}\u001b[39m`)],
  ["as JSON does, in a terminal's color", (text) => JSON.stringify(`\u001b[1;31m${text}\u001b[0m`)],
  ["as HTML does, in a terminal's color", (text) => entities(`\u001b[31m${text}\u001b[0m`)],
])("a credential that was escaped %s does not leave", (_, write) => {
  test.each(["cert", "the cert ", "cert=", "C:\\app\\x "])("after %j", (before) => {
    for (const text of [before + write(`\n${KEY}\n`), before + write(KEY)]) {
      for (const left of [sanitizer.message(text).message, sanitizer.detailText(text), sanitizer.logText(text)]) {
        expect(PARTS.filter((part) => left.includes(part) || left.includes(write(part)))).toEqual([]);
      }
    }
    const shown = (text: string) => JSON.stringify([sanitizer.message(text).message, sentDetail({ note: text })]);
    for (const border of [" ", "\n", '"', "://", "="]) {
      const left = shown(`${before}${write(`x${border}`)}${TOKEN} was refused`);
      expect(left).not.toContain(TOKEN.slice(0, 12));
      expect(shown(`${before}${write(`x${border}${TOKEN}`)} was refused`)).not.toContain(write(TOKEN));
    }
  });
});

test.each([
  "See https://example.com/search?q=a%20b%26c for it.",
  "https://docs.example.com/a?redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb&state=1 is wrong",
  "50%25 of the quota is used",
  "Write \\u00e9 as é",
  "AT&amp;T is fine",
  "a &quot;quoted&quot; word",
  "Unexpected token '\\n' in JSON",
  "The path %2Fv1%2Fresponses is unknown",
  "The cursor eyJpZCI6MTIzfQ%3D%3D is expired",
  "GET /v1/models/openai%2Fgpt-5.2 is 404",
  "https://example.com/files/My%20Document%20(1).pdf is gone",
  "The date 2026-01-02T03%3A04%3A05Z is wrong",
  "file%20name.txt is missing",
  "session_id=chrn_01h8%20 is unknown",
])("an escape alone is no secret: %s", (text) => {
  expect(sanitizer.message(text)).toEqual({ message: text, removed: [] });
  expect(sanitizer.detailText(text)).toBe(text);
});

test.each([
  ["The file %2Fsrv%2Fapp%2Fconfig.json is gone", "The file [path] is gone"],
  ["No answer of db.prod.internal%3A5432 today", "No answer of [host] today"],
  ["url=https%3A%2F%2F10.0.0.5%2Fx is down", "url=[host] is down"],
  ["%5C%5Cfiler%5Cx is gone", "[path] is gone"],
  ["The share &#92;&#92;filer&#92;x is gone", "The share [path] is gone"],
  ["The share %255C%255Cfiler%255Cx is gone", "The share [path] is gone"],
])("hosts and paths in escapes go, too: %s", (text, message) => {
  expect(sanitizer.message(text).message).toBe(message);
});

test("a joiner between two lines hides nothing", () => {
  expect(withoutInvisible("a\n\u200d\nb\t\u200c\rc")).toBe("a\n\nb\t\rc");
  expect(sanitizer.message("x (a.js:1:1)\n\u200d\nNode.js v20.1.0").message).toBe(
    sanitizer.message("x (a.js:1:1)\n\nNode.js v20.1.0").message,
  );
});

describe("invisible parts", () => {
  test.each<readonly [what: string, text: string, left: string]>([
    ["a color", "a\u001b[31mb", "ab"],
    ["a color with several numbers", "a\u001b[1;38;5;12mb", "ab"],
    ["a color without numbers", "a\u001b[mb", "ab"],
    ["a color after U+009B", "a\u009b1;31mb", "ab"],
    ["the shape of the cursor after U+009B", "a\u009b2 qb", "ab"],
    ["U+009B without numbers, which is taken for a control character", "a\u009bmb", "amb"],
    ["a question to the terminal", "a\u001b[?25hb", "ab"],
    ["the shape of the cursor", "a\u001b[2 qb", "ab"],
    ["the title of a window, with a bell", "a\u001b]0;title\u0007b", "ab"],
    ["the title of a window, at the end", "a\u001b]0;title", "a"],
    ["a move of the cursor", "a\u001bMb", "ab"],
    ["a mode of the keyboard, which is no sequence", "a\u001b=b", "a=b"],
    ["an escape alone", "a\u001b", "a"],
    ["controls", "a\u0000\u0001\u0008\u000e\u001f\u007f\u0080\u009fb", "ab"],
    ["directions", "é\u061c\u200e\u200f\u202a\u202e\u2066\u2069é", "éé"],
    ["tags", "é\u{e0001}\u{e007f}é", "éé"],
    ["marks of annotations", "é\ufff9\ufffa\ufffbé", "éé"],
    ["a soft hyphen", "é\u00adé", "éé"],
    ["a byte order mark", "\ufeffé\ufeff", "é"],
    ["a selector after an ASCII letter", "a\ufe0fb", "ab"],
    ["a joiner between ASCII letters", "a\u200db", "ab"],
    ["a joiner before an ASCII letter", "é\u200db", "éb"],
    ["a joiner after an ASCII letter", "b\u200dé", "bé"],
    ["a joiner at the end", "é\u200d", "é"],
    ["a joiner at the start", "\u200cé", "é"],
  ])("go: %s", (_, text, left) => {
    expect(withoutInvisible(text)).toBe(left);
  });

  test.each([
    "a\t\n\v\f\r\u0085\u00a0\u2028\u2029b",
    "é\u200dé",
    "é\u200cé",
    "é\ufe0f",
    "1\ufe0f\u20e3",
    "[31m",
    "é\u{e0100}é",
  ])("but what else is invisible stays: %j", (text) => {
    expect(withoutInvisible(text)).toBe(text);
  });
});

describe("white space", () => {
  const edit = (start: number, end: number, by = "") => ({ start, end, by });

  test.each<readonly [text: string, edits: readonly object[]]>([
    ["a b", []],
    ["a  b", [edit(1, 3, " ")]],
    ["a\tb", [edit(1, 2, " ")]],
    ["a\u00a0b", [edit(1, 2, " ")]],
    ["a \u0085 b", [edit(1, 4, " ")]],
    ["a \n\u2028\u2029b", [edit(1, 5, " ")]],
    [" a", [edit(0, 1)]],
    ["a ", [edit(1, 2)]],
    ["\t a \n", [edit(0, 2), edit(3, 5)]],
    ["a  b  c", [edit(1, 3, " "), edit(4, 6, " ")]],
    [" ", [edit(0, 1)]],
    ["", []],
  ])("becomes one space between two words: %j", (text, edits) => {
    expect(looseSpaces(text)).toEqual(edits);
  });
});

describe("the rules read", () => {
  test.each<readonly [what: string, text: string, read: string]>([
    ["wide letters as ordinary ones", "ＡＺａｚ", "AZaz"],
    ["wide digits as ordinary ones", "０９", "09"],
    ["wide signs as ordinary ones", "－．／＝＠＿", "-./=@_"],
    ["other wide signs as they are", "（！：［｛～", "（！：［｛～"],
    ["a Chinese period between ASCII letters as a dot", "db。prod｡internal", "db.prod.internal"],
    ["a Chinese period between digits as a dot", "10。0｡0。1", "10.0.0.1"],
    ["a Chinese period after another letter as it is", "模。b", "模。b"],
    ["a Chinese period before another letter as it is", "b。模", "b。模"],
    ["an escaped line break as a line break", String.raw`a\nb`, "a \nb"],
    ["an escaped tab as a line break", String.raw`a\tb\rc`, "a \nb \nc"],
    ["other escapes as they are", String.raw`a\xb`, String.raw`a\xb`],
    ["the quoted file of a Python frame", String.raw`File \"a.py\", line 3`, 'File  "a.py ", line 3'],
    ["the file of a Python frame, escaped twice", String.raw`File \\\"a.py\\\", line 3`, 'File    "a.py   ", line 3'],
    ["another quoted word as it is", String.raw`file \"a.py\", next`, String.raw`file \"a.py\", next`],
  ])("%s", (_, text, read) => {
    expect(plainForms(text)).toBe(read);
  });

  test.each([
    String.raw`\nx`,
    "  x",
    "#0 x",
    "^",
    "| x",
    "* x",
    "(x",
    "[x",
    "/x",
    "+x",
    "at x",
    "File x",
    "from x",
    "in x",
    "Caused by",
    "Suppressed",
    "Stack",
    "Trace",
    "During",
    "The above",
    "goroutine 1",
    "created by",
    "thrown in",
    "1: x",
    "12 x",
    "... 3 more",
    "error x",
    "Error: x",
    "TypeError: x",
    "eval code@",
    "global code@",
    "module code@",
  ])("an escaped line break of a stack trace, in a string with a Windows path, before %j", (line) => {
    expect(plainForms(String.raw`C:\x failed\n${line}`).startsWith("C:\\x failed \n")).toBe(true);
    expect(plainForms(String.raw`C:\x failed\\n${line}`).startsWith("C:\\x failed  \n")).toBe(true);
  });

  test.each([
    "ew",
    " x",
    "atx",
    "Files",
    "Fromage",
    "inx",
    "errors",
    "code@",
    "other code@",
    "12x",
    "..x",
    "myErrors",
    "the above",
  ])("no line break in a string with a Windows path before %j", (line) => {
    for (const path of ["C:\\x", "\\\\filer", "%\\x"]) {
      expect(plainForms(`${path} failed\\n${line}`)).toBe(`${path} failed\\n${line}`);
    }
  });

  test("an escaped tab after such a line break as a line break, too", () => {
    expect(plainForms(String.raw`C:\x failed\n\tat y`)).toBe("C:\\x failed \n \nat y");
    expect(plainForms(String.raw`C:\x failed\tat y`)).toBe(String.raw`C:\x failed\tat y`);
  });
});

test("four levels of escapes are undone, and no fifth", () => {
  expect([...withoutEscapes("a%2525252541")].map(({ text }) => text)).toEqual(["aA"]);
  expect([...withoutEscapes(String.raw`a\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\b`)].length).toBe(4);
});
