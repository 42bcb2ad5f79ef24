import { readFileSync } from "node:fs";
import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { ROOT } from "../sources.ts";

const DRAWING = /^docs\/drawings\/[\w-]+\.svg$/;

/**
 * Inlines the drawings of the docs into their pages, so that they have the color of the surrounding text in both themes. As images, which
 * is how they appear in the repository, they follow only the theme of the system.
 */
export function inlineDrawings(md: MarkdownRenderer): void {
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const { realPath = "" } = env as { realPath?: string };
    const source = tokens[index]?.attrGet("src") ?? "";
    const file = posix.join(posix.dirname(realPath.slice(ROOT.length)), source);
    return DRAWING.test(file) ? inlined(file) : (image?.(tokens, index, options, env, self) ?? "");
  };
}

/** A drawing without its own colors, which are only for its use as an image. */
function inlined(file: string): string {
  const svg = readFileSync(`${ROOT}${file}`, "utf8").replace(/<style>.*?<\/style>/s, "");
  return svg.replace("<svg ", '<svg class="drawing" ').replaceAll(/\s*\n\s*/g, " ");
}
