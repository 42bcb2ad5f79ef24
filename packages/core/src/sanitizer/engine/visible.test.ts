import { describe, expect, test } from "vitest";
import { encodeDetail } from "../../errors/detail.ts";
import { createSanitizer } from "./sanitizer.ts";
import { withoutEscapes, withoutInvisible } from "./visible.ts";

describe("a string without its escapes", () => {
  test.each<readonly [text: string, plain: string]>([
    ["a%20b%0a%3D%7e", "a b\n=~"],
    ["a%2520b%252520c", "a b c"],
    ["%C3%A9 %F0%9F%98%80 %25C3%25A9", "é 😀 é"],
    ["%A0x %C3x", "\u00a0x Ãx"],
    ["%u0020%u00e9", " é"],
    [String.raw`a\nb\r\tc\\n\\\"d\/`, 'a\nb\r\tc\n"d/'],
    [String.raw`\u0020\u{1F600}\x41\101\\u0041`, " 😀AAA"],
    ["&quot;&amp;lt;&amp;amp;gt;&#39;&#x2F;&NBSP;&NewLine;", "\"<>'/ \n"],
    ["%5Cn%26quot%3B", '\n"'],
    ["a%E2%80%8Bb\\u200bc&#8203;d%00e", "abcde"],
    ["a%1B%5B1%3B31mb&#27;[0mc\\u001b[39md", "abcd"],
    ["a\\udb40\\udc41b&#xdb40;&#xdc41;c\\ud83d\\ude00", "abc😀"],
  ])("%j is %j", (text, plain) => {
    expect([...withoutEscapes(text)].at(-1)?.text).toBe(plain);
  });

  test.each([
    "",
    "a b",
    "100%",
    "100%ly",
    "%d of %s",
    "AT&T & more;",
    "&nosuch;",
    "&#99999999;",
    "\\d+\\w",
    "\\u{999999}",
  ])("%j has none", (text) => expect([...withoutEscapes(text)]).toEqual([]));

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
    const shown = (text: string) => JSON.stringify([sanitizer.message(text).message, encodeDetail({ note: text })]);
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
