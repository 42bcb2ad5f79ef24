import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A block of TypeScript on a page of documentation. */
export interface Block {
  /** The page's path from the root of the repository. */
  readonly page: string;
  /** The line of the page on which the code begins, counted from 1. */
  readonly line: number;
  readonly code: string;
  /** The file in `preludes` that declares what the block takes for granted; `undefined` for a whole program. */
  readonly prelude: string | undefined;
}

const ROOT = new URL("../../../", import.meta.url);

/** Languages that nothing checks. A block in any other must be TypeScript. */
const UNCHECKED: readonly string[] = ["sh", "json", "http", "text", "diff"];

const FENCE = /^```(\S*)\s*$/;
const PRELUDE = /^<!-- prelude: ([\w-]+) -->$/;

/** The pages that readers adopt the library from. */
export function pages(): string[] {
  const packages = readdirSync(new URL("packages", ROOT)).map((name) => `packages/${name}/README.md`);
  const docs = readdirSync(new URL("docs", ROOT)).map((name) => `docs/${name}`);
  const examples = readdirSync(new URL("examples", ROOT)).map((name) => `examples/${name}/README.md`);
  const all = ["README.md", "CONTRIBUTING.md", ...packages, ...docs, ...examples];
  return all.filter((page) => page.endsWith(".md") && textOf(page) !== undefined);
}

/** Reads the TypeScript of a page. @throws Error for a block in a language that is neither checked nor known. */
export function blocksOf(page: string): Block[] {
  const lines = (textOf(page) ?? "").split("\n");
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const language = FENCE.exec(lines[index] ?? "")?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    if (end < 0) throw new Error(`${page}:${index + 1}: this block has no end`);
    if (language === "ts") {
      const code = `${lines.slice(index + 1, end).join("\n")}\n`;
      blocks.push({ page, line: index + 2, code, prelude: preludeAbove(lines, index) });
    } else if (!UNCHECKED.includes(language)) {
      throw new Error(`${page}:${index + 1}: nothing checks a block of "${language}"; make it ts`);
    }
    index = end;
  }
  return blocks;
}

/** The prelude that the comment above a block names. */
function preludeAbove(lines: readonly string[], fence: number): string | undefined {
  let above = fence - 1;
  while (lines[above] === "") above -= 1;
  return PRELUDE.exec(lines[above] ?? "")?.[1];
}

function textOf(page: string): string | undefined {
  try {
    return readFileSync(fileURLToPath(new URL(page, ROOT)), "utf8");
  } catch {
    return undefined;
  }
}
