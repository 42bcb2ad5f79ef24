import type { MarkdownRenderer } from "vitepress";
import { preludeLine } from "../../../test/packaging/docs-code/check.ts";
import { ROOT } from "../sources.ts";

/**
 * Where the virtual file of a block stands, so that it imports as the blocks do in the test that type-checks them. No slash at the end:
 * twoslash would look for the file's errors under a name with two.
 */
export const BLOCKS_FOLDER = `${ROOT}test/packaging/docs-code`;

const PRELUDE = /^<!-- prelude: ([\w-]+) -->\s*$/;

/** Pages whose code is type-checked: those that readers adopt the library from. */
const CHECKED = /^(?:docs\/|packages\/[\w-]+\/README\.md$)/;

/**
 * Has twoslash check the TypeScript of the pages and show its types. What a block takes for granted is imported from the prelude that
 * the comment above it names, in a line that is cut off before the block is shown.
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

/** The line that a block needs to compile, with the mark that cuts it off; empty when there is no prelude above. */
function headOf(code: string, above: string): string {
  const [, prelude] = PRELUDE.exec(above) ?? [];
  const line = prelude === undefined ? "" : preludeLine(code, prelude, "./preludes");
  return line === "" ? "" : `${line}\n// ---cut---\n`;
}
