import { readFileSync, writeFileSync } from "node:fs";
import type { SiteConfig } from "vitepress";
import { ORDER } from "./order.ts";
import { ROOT, titleOf } from "./sources.ts";

/** Writes `llms.txt`, the list of pages for language models (llmstxt.org), and `llms-full.txt` with the full text of the guides. */
export function writeLlmsTexts({ outDir, site }: SiteConfig): void {
  const sections = ORDER.map(({ title, entries }) => {
    const docs = entries.filter(({ page }) => !page.includes("/"));
    return { title, pages: docs.map(({ page }) => ({ page, file: `docs/${page}.md` })) };
  });
  const list = sections.map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map(({ page, file }) => `- [${titleOf(file)}](/${page})`).join("\n")}\n`,
  );
  const head = `# ${site.title}\n\n> ${site.description}\n\n`;
  writeFileSync(`${outDir}/llms.txt`, head + list.join("\n"));
  const texts = sections.flatMap(({ pages }) => pages.map(({ file }) => readFileSync(`${ROOT}${file}`, "utf8")));
  writeFileSync(`${outDir}/llms-full.txt`, `${head}${texts.join("\n\n")}`);
}
