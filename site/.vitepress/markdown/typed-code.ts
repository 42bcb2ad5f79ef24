import type { MarkdownRenderer } from "vitepress";
import { preludeLine } from "../../../test/packaging/docs-code/check.ts";
import { ROOT } from "../sources.ts";

/**
 * The folder of each block's virtual file, so that imports resolve as in the test that type-checks the blocks. It must not end in a slash:
 * twoslash would look for the file's errors under a path with two slashes.
 */
export const BLOCKS_FOLDER = `${ROOT}test/packaging/docs-code`;

const PRELUDE = /^<!-- prelude: ([\w-]+) -->\s*$/;

/** Type-checks only the pages that readers copy code from. */
const CHECKED = /^(?:docs\/|packages\/[\w-]+\/README\.md$)/;

/**
 * Has twoslash check the TypeScript of the pages and show its types. The comment above a block names a prelude. What the block uses without
 * declaring it is imported from there, in a line that is cut off before the block is shown.
 */
export function typedCode(md: MarkdownRenderer): void {
  md.core.ruler.push("typed_code", ({ tokens, env }) => {
    const { realPath = "" } = env as { realPath?: string };
    if (!CHECKED.test(realPath.slice(ROOT.length))) return;
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "fence" || token.info.trim() !== "ts") continue;
      const head = headOf(token.content, tokens[index - 1]?.content ?? "");
      token.info = "ts twoslash";
      token.content = `${head}${token.content}`;
    }
  });
}

/** The import that a block needs to compile, with the mark that cuts it off; empty if the block needs none. */
function headOf(code: string, above: string): string {
  const [, prelude] = PRELUDE.exec(above) ?? [];
  const line = prelude === undefined ? "" : preludeLine(code, prelude, "./preludes");
  return line === "" ? "" : `${line}\n// ---cut---\n`;
}
