import { expect, test, vi } from "vitest";
import { sectionsOf } from "./sections.ts";

vi.mock("../codes.ts", () => ({
  codeGroups: () => [
    { title: "Codes", rows: [{ code: "tea_cold", status: "503", when: "", message: "The tea is cold." }] },
  ],
}));

const heading = (level: number, title: string) =>
  `<h${level} id="${title}" tabindex="-1">${title} <a class="header-anchor" href="#${title}" aria-label="to it">&ZeroWidthSpace;</a></h${level}>`;

const PAGE = `${heading(1, "one")}<p>x</p>${heading(2, "two")}<p>b</p>${heading(3, "three")}<p>c</p>${heading(4, "four")}<p>d</p>${heading(2, "five")}<p>e</p>`;

const found = (path: string, html = PAGE) => sectionsOf(path, html).map(({ titles }) => titles.join(" > "));

test("a page is divided at each heading", () => {
  expect(found("docs/koa.md")).toEqual([
    "one",
    "one > two",
    "one > two > three",
    "one > two > three > four",
    "one > five",
  ]);
  expect(sectionsOf("docs/koa.md", PAGE)[3]).toEqual({
    anchor: "four",
    titles: ["one", "two", "three", "four"],
    text: "d",
  });
});

test("members of the API, and codes that have a page of their own, have no headings", () => {
  expect(found("site/generated/api/core/index.md")).toEqual([
    "one (API)",
    "one > two (API)",
    "one > two > three (API)",
    "one > five (API)",
  ]);
  expect(found("docs/errors.md")).toEqual(["one", "one > two", "one > five"]);
  expect(found("site/generated/api/core/internal.md")).toEqual([]);
});

const TABLE =
  "<table><thead><tr><th>error</th><th>answer</th></tr></thead><tr><td>AxiosError</td>\n<td>conflict</td></tr></table>";

/** A page, what follows its heading, and the words that are looked for there. */
const TEXTS: readonly (readonly [what: string, path: string, html: string, text: string])[] = [
  ["words that tell something", "docs/koa.md", "<p>What the <b>App</b> covers &amp; logs.</p>", "app covers logs"],
  [
    "no types that code shows for a name",
    "docs/koa.md",
    '<v-menu>install<template v-slot:popper="{}"><code>(app: Koa) => void</code></template></v-menu>',
    "install",
  ],
  ["the errors of a table of answers", "docs/foreign-errors.md", TABLE, "axioserror"],
  ["no text that the API repeats", "site/generated/api/core/index.md", "<p>Makes it.</p>", ""],
  [
    "the first paragraph about a code",
    "site/generated/codes/tea_cold.md",
    `<p>Cold.</p>${heading(2, "a")}<p>b</p>`,
    "cold",
  ],
];

test.each(TEXTS)("the index has %s", (_what, path, html, text) => {
  expect(sectionsOf(path, heading(1, "one") + html)[0]?.text).toBe(text);
});

test("a code is found by its message", () => {
  expect(found("site/generated/codes/tea_cold.md", heading(1, "tea_cold"))).toEqual(["The tea is cold. > tea_cold"]);
});

test("an option of a table is a section of its own", () => {
  const table =
    '<table><tr id="option-onerror"><td><code>on<wbr>Error</code></td>\n<td>gets every error</td></tr></table>';
  expect(sectionsOf("docs/reference.md", heading(2, "options") + table)[1]).toEqual({
    anchor: "option-onerror",
    titles: ["options", "onError"],
    text: "onerror every error",
  });
});

test("a heading that skips a level comes below the last one", () => {
  expect(found("docs/koa.md", `${heading(2, "a")}x${heading(4, "b")}y`)).toEqual(["a", "a > b"]);
});
