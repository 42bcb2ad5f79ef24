import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[];
}

/** What axe finds on a page, in its two highest levels: barriers that keep people out. */
export async function accessibility(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const violations = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )) as readonly Finding[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => {
      const [first] = nodes;
      return `${id}: ${nodes.length} times, such as ${first?.target.join(" ")} ${first?.html.slice(0, 120)}`;
    });
}

/** How many pixels wider than its window a page is. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

/** The tables that do not fit into the column of their page, named by the titles of their own columns. */
export async function wideTables(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll(".vp-doc table")].flatMap((table) => {
    const right = table.parentElement.getBoundingClientRect().right;
    const widest = Math.max(...[table, ...table.querySelectorAll("tr, td, td *")].map((part) => part.getBoundingClientRect().right));
    const titles = [...table.querySelectorAll("th")].map((title) => title.textContent.trim()).join(", ");
    return widest > right + 1 || table.scrollWidth > table.clientWidth + 1 ? ["a table of " + titles + ": " + Math.ceil(widest - right) + " pixels"] : [];
  })`);
}

/** The blocks of code whose lines do not fit, by how the first such line begins. */
export async function cutCode(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll(".vp-doc pre")]
    .filter((block) => block.scrollWidth > block.clientWidth + 1)
    .map((block) => "code is cut: " + block.textContent.trim().slice(0, 60))`);
}

/** What the Open Graph tags of a page lack. */
export async function poorPreview(page: Page): Promise<readonly string[]> {
  return page.evaluate(`["og:title", "og:description", "og:type", "og:site_name"]
    .filter((name) => !document.querySelector('meta[property="' + name + '"]')?.content.trim())`);
}

/** Shows a page in a theme, without transitions. */
export async function showIn(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.addStyleTag({ content: "* { transition: none !important; }" });
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(theme === "dark" ? "html.dark" : "html:not(.dark)").waitFor();
}

export interface Links {
  readonly to: readonly string[];
  readonly ids: readonly string[];
}

/** The links of a page, and the ids that links can lead to. */
export async function linksOf(page: Page): Promise<Links> {
  return page.evaluate(`({
    to: [...document.querySelectorAll("a[href]")].map((link) => link.href),
    ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
  })`);
}

/** Anchors in links to the playground are cases, not places on a page. */
const CASE = /^#(?:answer|message|error)(?:\?|$)/;

/** The dead links on all pages, which are given by their paths. Links to other sites are not followed. */
export function deadLinks(pages: ReadonlyMap<string, Links>, origin: string): readonly string[] {
  const dead = [...pages].flatMap(([from, { to }]) =>
    to
      .map((link) => new URL(link))
      .filter((link) => link.origin === origin && !leadsSomewhere(link, pages))
      .map(({ pathname, hash }) => `${from} -> ${pathname}${hash}`),
  );
  return [...new Set(dead)];
}

function leadsSomewhere({ pathname, hash }: URL, pages: ReadonlyMap<string, Links>): boolean {
  const target = pages.get(pathname);
  if (target === undefined) return /\.txt$/.test(pathname);
  return hash === "" || CASE.test(hash) || target.ids.includes(decodeURIComponent(hash.slice(1)));
}
