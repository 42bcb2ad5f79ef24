import { expect, test, vi } from "vitest";
import { sectionsOf } from "./search.ts";

vi.mock("./codes.ts", () => ({
  codeGroups: () => [
    { title: "Codes", rows: [{ code: "tea_cold", status: "503", when: "", message: "The tea is cold." }] },
  ],
}));

const heading = (level: number, title: string) =>
  `<h${level} id="${title}" tabindex="-1">${title} <a class="header-anchor" href="#${title}" aria-label="to it">&ZeroWidthSpace;</a></h${level}>`;

const PAGE = `${heading(1, "one")}<p>a</p>${heading(2, "two")}<p>b</p>${heading(3, "three")}<p>c</p>${heading(4, "four")}<p>d</p>${heading(2, "five")}<p>e</p>`;

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

test("members of the API, and codes that have a page of their own, are found as text", () => {
  expect(found("site/generated/api/core/index.md")).toEqual([
    "one (API)",
    "one > two (API)",
    "one > two > three (API)",
    "one > five (API)",
  ]);
  expect(found("docs/errors.md")).toEqual(["one", "one > two", "one > five"]);
  expect(sectionsOf("docs/errors.md", PAGE)[1]?.text).toMatch(/b.*three.*c.*four.*d/s);
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
    text: "onError\ngets every error",
  });
});

test("a heading that skips a level comes below the last one", () => {
  expect(found("docs/koa.md", `${heading(2, "a")}x${heading(4, "b")}y`)).toEqual(["a", "a > b"]);
});
