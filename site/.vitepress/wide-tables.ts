import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PageData, TransformPageContext } from "vitepress";

/** The row below the head of a table with four or more columns. */
const WIDE_TABLE = /^\|(?: *:?-+:? *\|){4,}$/m;

/** Gives a page with a wide table the room of the outline, so that the last column is not cut off. */
export function giveRoom(page: PageData, { siteConfig }: TransformPageContext): void {
  if (WIDE_TABLE.test(readFileSync(join(siteConfig.srcDir, page.filePath), "utf8"))) page.frontmatter["aside"] = false;
}
