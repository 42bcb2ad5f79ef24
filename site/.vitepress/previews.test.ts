import { expect, test } from "vitest";
import { descriptionOf, openGraph } from "./previews.ts";

/** The beginning of a page, and the description that is made from it. */
const PAGES: readonly (readonly [what: string, markdown: string, description: string | undefined])[] = [
  ["its first paragraph", "# Koa\n\nKoa is\ncovered.\n\nMore.", "Koa is covered."],
  ["plain text", "# Koa\n\nUse [`install`](koa.md#a) **first**.", "Use install first."],
  [
    "a paragraph below code",
    "# Koa\n\n```ts\nconst a = 1;\n\nconst b = 2;\n```\n\nIt covers the app.",
    "It covers the app.",
  ],
  [
    "no frontmatter, script, comment, table or list",
    "---\ntitle: a\n---\n\n<script setup>\nimport a\n</script>\n\n<!-- b -->\n\n| c |\n| - |\n\n- d\n\nText.",
    "Text.",
  ],
  ["a sentence that announces code", "# Koa\n\nAdd one line:\n\n```ts\n```", "Add one line."],
  ["whole sentences", `# Koa\n\nShort. Long${" long".repeat(60)}.`, "Short."],
  ["the beginning of a sentence that is too long", `# Koa\n\n${"a".repeat(300)}`, `${"a".repeat(199)}…`],
  ["nothing, if there is no text", "# Koa\n", undefined],
];

test.each(PAGES)("a page is described by %s", (_what, markdown, description) => {
  expect(descriptionOf(markdown)).toBe(description);
});

const tagsOf = (relativePath: string, homepage?: string) => {
  const repository = "https://git.acme.example/errors";
  const address = homepage === undefined ? undefined : { repository, homepage, issues: `${repository}/issues` };
  const tags = openGraph({ title: "Koa", relativePath }, "What it does.", address);
  return Object.fromEntries(tags.map(([, { property, name, content }]) => [property ?? name, content]));
};

test("a preview has the title and the description of its page", () => {
  expect(tagsOf("koa.md")).toEqual({
    "og:site_name": "uhp-errors",
    "og:type": "website",
    "og:title": "Koa",
    "og:description": "What it does.",
    "twitter:card": "summary",
  });
});

/** The file of a page, the address of the documentation, and the page's own. */
const PLACES: readonly (readonly [path: string, homepage: string, url: string | undefined])[] = [
  ["koa.md", "https://errors.acme.example", "https://errors.acme.example/koa"],
  ["index.md", "https://acme.example/errors/", "https://acme.example/errors/"],
  ["codes/index.md", "https://acme.example/errors", "https://acme.example/errors/codes/"],
  ["koa.md", "https://git.acme.example/errors#readme", undefined],
];

test.each(PLACES)("the preview of %s below %s is at %s", (path, homepage, url) => {
  expect(tagsOf(path, homepage)["og:url"]).toBe(url);
});
