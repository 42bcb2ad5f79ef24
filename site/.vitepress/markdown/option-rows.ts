import type { MarkdownRenderer } from "vitepress";
import { slugify } from "./links.ts";

/** Gives the row of each option an anchor, so that the search can lead to it. */
export function optionRows(md: MarkdownRenderer): void {
  md.core.ruler.push("option_rows", ({ tokens }) => {
    const taken = new Map<string, number>();
    let title = "";
    for (const [index, token] of tokens.entries()) {
      // Four tokens come before the first title: the table, its head, the row and the cell.
      if (token.type === "table_open") title = tokens[index + 4]?.content ?? "";
      const [name] = (tokens[index + 2]?.children ?? []).filter(({ type }) => type !== "link_open");
      if (title !== "option" || token.type !== "tr_open" || name?.type !== "code_inline") continue;
      const id = `option-${slugify(name.content)}`;
      const times = taken.get(id) ?? 0;
      taken.set(id, times + 1);
      token.attrSet("id", times === 0 ? id : `${id}-${times}`);
    }
  });
}
