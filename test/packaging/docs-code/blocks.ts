import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";

/** A block of code on a page of documentation. */
export interface Block {
  /** The page's path from the root of the repository. */
  readonly page: string;
  /** The line of the page on which the code begins, counted from 1. */
  readonly line: number;
  readonly code: string;
  /** The file in `preludes` that declares what a block of TypeScript takes for granted; `undefined` for a whole program. */
  readonly prelude: string | undefined;
}

/** A block of any language. */
export interface AnyBlock extends Block {
  readonly language: string;
}

const ROOT = new URL("../../../", import.meta.url);

/** Languages other than TypeScript. `data.ts` checks JSON and HTTP, and `shell.ts` checks commands. The last two are not checked. */
const OTHERS: readonly string[] = ["sh", "json", "http", "text", "diff"];

const PRELUDE = /^<!-- prelude: ([\w-]+) -->$/;

const markdown = unified().use(remarkParse).use(remarkGfm);

/** The site's home. Its links are addresses on the site, which the site's own tests follow. */
export const HOME = "site/pages/index.md";

/** The pages from which readers adopt the library. */
export function pages(): string[] {
  const packages = readdirSync(new URL("packages", ROOT)).flatMap((name) => [
    `packages/${name}/README.md`,
    `packages/${name}/AGENTS.md`,
  ]);
  const docs = readdirSync(new URL("docs", ROOT), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`);
  const examples = readdirSync(new URL("examples", ROOT)).map((name) => `examples/${name}/README.md`);
  const all = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...packages, ...docs, ...examples];
  return all.filter((page) => page.endsWith(".md") && textOf(page) !== undefined);
}

/** Reads the TypeScript of a page. @throws Error for a block in a language that is neither TypeScript nor known. */
export function blocksOf(page: string): Block[] {
  return anyBlocksOf(page)
    .filter(({ language }) => language === "ts")
    .map(({ language: _ts, ...block }) => block);
}

/** Reads the blocks of a page. @throws Error for a block in a language that is neither TypeScript nor known. */
export function anyBlocksOf(page: string): AnyBlock[] {
  const blocks: AnyBlock[] = [];
  visit(markdown.parse(textOf(page) ?? ""), "code", (node, index, parent) => {
    const fence = node.position?.start.line ?? 0;
    const language = node.lang ?? "none";
    if (language !== "ts" && !OTHERS.includes(language)) {
      throw new Error(`${page}:${fence}: nothing checks a block of "${language}"; make it ts`);
    }
    const above = parent?.children[(index ?? 0) - 1];
    const prelude = above?.type === "html" ? PRELUDE.exec(above.value)?.[1] : undefined;
    blocks.push({ page, line: fence + 1, language, code: `${node.value}\n`, prelude });
  });
  return blocks;
}

function textOf(page: string): string | undefined {
  try {
    return readFileSync(fileURLToPath(new URL(page, ROOT)), "utf8");
  } catch {
    return undefined;
  }
}
