import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { CODES_FILE, type CodeGroup } from "../.vitepress/codes.ts";
import { plainShelf, type Shelf } from "../playground/catalog.ts";
import { indexPage } from "./code-index.ts";
import { codePage } from "./code-page.ts";
import { prefixPage } from "./prefix-page.ts";

/** The pages are files, because the search finds only those. */
const PAGES = new URL("../generated/codes/", import.meta.url);

/** Writes the codes that every service has, in the order of the site, and a page for each. */
export function writeCodes(): void {
  const shelf = plainShelf("acme");
  const groups = groupsOf(shelf);
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES, { recursive: true });
  for (const row of shelf.codes) writeFileSync(new URL(`${row.code}.md`, PAGES), codePage(shelf, row));
  writeFileSync(new URL("vendor-prefix.md", PAGES), prefixPage(shelf));
  writeFileSync(new URL("index.md", PAGES), indexPage(groups));
  writeFileSync(CODES_FILE, JSON.stringify(groups, null, 2));
}

function groupsOf({ codes }: Shelf): readonly CodeGroup[] {
  const group = (title: string, rows: typeof codes): CodeGroup => ({
    title,
    rows: rows.map(({ code, status, when, message }) => ({ code, status: status.join(" or "), when, message })),
  });
  const specified = codes.filter(({ origin }) => origin === "specification");
  return [
    group(
      "Answers to requests",
      specified.filter(({ places }) => places.includes("request")),
    ),
    group(
      "Failures of tasks",
      specified.filter(({ places }) => !places.includes("request")),
    ),
    group(
      "Codes of every service",
      codes.filter(({ origin }) => origin === "built_in"),
    ),
  ];
}
