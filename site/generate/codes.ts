import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { CODES_FILE, type CodeGroup } from "../.vitepress/codes.ts";
import { plainShelf } from "../playground/catalog.ts";
import { codePage } from "./code-page.ts";

/** Pages in files: the search knows no others. */
const PAGES = new URL("../generated/codes/", import.meta.url);

/** Writes down the codes of a catalog that adds none, in the order in which the site lists them, and a page for each. */
export function writeCodes(): void {
  const shelf = plainShelf("acme");
  const specified = shelf.codes.filter(({ origin }) => origin === "specification");
  const builtIn = shelf.codes.filter(({ origin }) => origin === "built_in");
  const group = (id: string, title: string, rows: typeof shelf.codes): CodeGroup => ({
    id,
    title,
    rows: rows.map((row) => ({
      code: row.code,
      status: row.status.join(" or "),
      when: row.when,
    })),
  });
  const groups = [
    group(
      "requests",
      "Answers to requests",
      specified.filter(({ places }) => places.includes("request")),
    ),
    group(
      "tasks",
      "Failures of tasks",
      specified.filter(({ places }) => !places.includes("request")),
    ),
    group("every-service", "Codes of every service", builtIn),
  ];
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES, { recursive: true });
  for (const row of shelf.codes) writeFileSync(new URL(`${row.code}.md`, PAGES), codePage(shelf, row));
  writeFileSync(CODES_FILE, JSON.stringify(groups, null, 2));
}
