import { transformerTwoslash } from "@shikijs/vitepress-twoslash";
import type { MarkdownOptions } from "vitepress";
import { OPTIONS } from "../../../test/packaging/docs-code/check.ts";
import { inlineDrawings } from "./drawings.ts";
import { siteLinks, slugify } from "./links.ts";
import { optionRows } from "./option-rows.ts";
import { cardTables } from "./tables.ts";
import { BLOCKS_FOLDER, typedCode } from "./typed-code.ts";
import { wrappedCode } from "./wrapped-code.ts";

/** Removes pictures from a docstring. In another library's docstring, they are files of that library's site. */
function withoutPictures(docstring: string): string {
  return docstring.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, "");
}

/** How pages become HTML. */
export const MARKDOWN: MarkdownOptions = {
  // The default pair of themes is too pale on the background of code.
  theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  anchor: { slugify },
  config: (md) => {
    md.use(inlineDrawings);
    md.use(siteLinks);
    md.use(cardTables);
    md.use(optionRows);
    md.use(typedCode);
  },
  codeTransformers: [
    transformerTwoslash({
      throws: true,
      twoslashOptions: { vfsRoot: BLOCKS_FOLDER, compilerOptions: OPTIONS },
      processHoverDocs: withoutPictures,
    }),
    { name: "wrapped-code", line: wrappedCode },
  ],
};
