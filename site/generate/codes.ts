import { writeFileSync } from "node:fs";
import { CODES_FILE, type CodeGroup } from "../.vitepress/codes.ts";
import { plainShelf } from "../playground/catalog.ts";
import { codePage } from "./code-page.ts";

/** Writes down the codes of a catalog that adds none, each with its page, in the order in which the site lists them. */
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
      page: codePage(shelf, row),
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
  writeFileSync(CODES_FILE, JSON.stringify(groups, null, 2));
}
