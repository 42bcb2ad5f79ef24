import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pages } from "./docs-code/blocks.ts";

const ROOT = new URL("../../", import.meta.url);

/** A Markdown link to a place in this repository: the path, which is empty for the page itself, and the heading. */
const LINK = /\]\((?![a-z]+:)(?<path>[^)#\s]*)(?:#(?<heading>[^)\s]+))?\)/g;

/** Code, in which an index before a call looks like a link. */
const CODE = /^```[\s\S]*?^```$/gm;

/** What follows the address of the playground is a case to show, and not a heading. */
const CASE = /^(?:answer|message|error)(?:\?|$)/;

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: URL): string[] {
  const headings = readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
}

test.each(pages())("the links of %s lead somewhere", (page) => {
  const from = new URL(page, ROOT);
  const broken: string[] = [];
  for (const { groups = {} } of readFileSync(from, "utf8").replace(CODE, "").matchAll(LINK)) {
    const { path = "", heading } = groups;
    const to = new URL(path, from);
    const isCase = to.pathname.endsWith("/site/pages/playground.md") && CASE.test(heading ?? "");
    if (!existsSync(fileURLToPath(to))) broken.push(path);
    else if (heading !== undefined && !isCase && !anchorsOf(to).includes(heading)) broken.push(`${path}#${heading}`);
  }
  expect(broken).toEqual([]);
});
