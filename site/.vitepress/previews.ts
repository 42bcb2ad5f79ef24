import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HeadConfig, PageData, TransformPageContext } from "vitepress";
import type { Address } from "../../scripts/release/address.ts";

const NAME = "uhp-errors";

/** What is no sentence about the page: frontmatter, scripts, comments, and code. */
const NO_PROSE = /^---\n.*?^---$|<script.*?<\/script>|<!--.*?-->|^```.*?^```$/gms;

/** How a paragraph begins that is none: a heading, an element, a table, a list, a quotation, or a picture. */
const NO_PARAGRAPH = /^(?:#|<|\||[-*] |\d+\. |>|!)/;

/** A description of up to this many characters is shown whole in most previews. */
const LONGEST = 200;

/** Gives a page that states no description the one that its text begins with. */
export function describePage(page: PageData, { siteConfig }: TransformPageContext): void {
  page.description ||= descriptionOf(readFileSync(join(siteConfig.srcDir, page.filePath), "utf8")) ?? "";
}

/** Describes a page by the sentences that its first paragraph begins with. */
export function descriptionOf(markdown: string): string | undefined {
  const paragraphs = markdown.replaceAll(NO_PROSE, "").split(/\n\s*\n/);
  const first = paragraphs.map((paragraph) => paragraph.trim()).find((text) => text !== "" && !NO_PARAGRAPH.test(text));
  if (first === undefined) return undefined;
  const sentences = plain(first).split(/(?<=[.?!]) (?=[A-Z])/);
  const fitting = sentences.filter((_one, index) => sentences.slice(0, index + 1).join(" ").length <= LONGEST);
  return fitting.length > 0 ? fitting.join(" ") : `${sentences[0]?.slice(0, LONGEST - 1)}…`;
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/`|\*\*/g, "")
    .replaceAll(/\s+/g, " ")
    .replace(/:$/, ".");
}

/** The Open Graph tags (ogp.me) of a page, which chats and feeds show where someone links to it. */
export function openGraph(
  { title, relativePath }: Pick<PageData, "title" | "relativePath">,
  description: string,
  address: Address | undefined,
): HeadConfig[] {
  const tags = {
    "og:site_name": NAME,
    "og:type": "website",
    "og:title": title,
    "og:description": description,
    ...placeOf(relativePath, address),
  };
  const card: HeadConfig = ["meta", { name: "twitter:card", content: "summary" }];
  return [...Object.entries(tags).map(([property, content]): HeadConfig => ["meta", { property, content }]), card];
}

/** The address of a page, if the site has one: an address with `#` is a place in the repository. */
function placeOf(page: string, address: Address | undefined): { readonly "og:url"?: string } {
  if (address === undefined || address.homepage.includes("#")) return {};
  const path = page.replace(/(?:(^|\/)index)?\.md$/, "$1");
  return { "og:url": new URL(path, address.homepage.replace(/\/?$/, "/")).href };
}
