import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../sources.ts";
import { MARKDOWN } from "./options.ts";

describe("a drawing of the docs", () => {
  let md: MarkdownRenderer;
  beforeAll(async () => {
    md = await createMarkdownRenderer(ROOT, MARKDOWN);
  });

  test.each([
    ["docs/how-it-works.md", "drawings/way-of-an-error.svg"],
    ["site/pages/index.md", "../../docs/drawings/way-of-an-error.svg"],
  ])("is inlined into %s, with its description and the color of the text", (page, source) => {
    const html = md.render(`![The way](${source})\n`, { realPath: `${ROOT}${page}` });
    expect(html).toMatch(/<svg class="drawing".*<title id="\S+">.*<desc id=.*stroke="currentColor"/);
    expect(html).not.toMatch(/<style|<img/);
  });

  test("is told apart from other images", () => {
    expect(md.render("![It](other/it.svg)\n", { realPath: `${ROOT}docs/koa.md` })).toContain("<img ");
  });
});
