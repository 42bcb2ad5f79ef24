import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { ROOT, routeOf } from "../sources.ts";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** A link that is already an address: it has a scheme, is an anchor on the same page, or starts with a slash. */
const ADDRESSED = /^(?:[a-z]+:|#|\/)/;

/**
 * Pages link to each other by their paths in the repository, so that the links work there too. This turns the paths into addresses on the
 * site. A link to a file that is not a page becomes plain text.
 */
export function siteLinks(md: MarkdownRenderer): void {
  md.core.ruler.push("site_links", (state) => {
    const { realPath = "" } = state.env as { realPath?: string };
    const from = realPath.startsWith(ROOT) ? realPath.slice(ROOT.length) : realPath;
    for (const block of state.tokens) rewriteLinks(block.children ?? [], from);
  });
}

function rewriteLinks(tokens: readonly Token[], from: string): void {
  let isUnlinked = false;
  for (const token of tokens) {
    if (token.type === "link_close" && isUnlinked) {
      token.tag = "span";
      isUnlinked = false;
    }
    const href = token.type === "link_open" ? token.attrGet("href") : null;
    if (href === null || ADDRESSED.test(href)) continue;
    const address = addressOf(href, from);
    if (address !== undefined) token.attrSet("href", address);
    else {
      isUnlinked = true;
      token.tag = "span";
      token.attrs = [["title", `In the repository: ${posix.join(posix.dirname(from), href)}`]];
    }
  }
}

/** The address of a link's target on the site; `undefined` if it is not a page of the site. */
export function addressOf(href: string, from: string): string | undefined {
  const [, path = "", place = ""] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const target = posix.join(posix.dirname(from), path);
  const own = from.startsWith("site/") && !target.endsWith(".md") ? `${target}.md` : target;
  const route = routeOf(own);
  return route === undefined ? undefined : `/${route.replace(/(?:index)?\.md$/, "")}${place}`;
}

/** The anchor of a heading, made as GitHub makes it, so that links between pages work both there and here. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
