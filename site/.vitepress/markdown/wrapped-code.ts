import type { MarkdownOptions } from "vitepress";

type Transformer = NonNullable<MarkdownOptions["codeTransformers"]>[number];
type Line = Parameters<NonNullable<Transformer["line"]>>[0];

/** The rest of a line that begins further in is not as far in as its beginning, since a phone has no room for that. */
const DEEPEST = 12;

/** Tells a line of code how far it is indented, so that its rest is indented too where a narrow window wraps it. */
export function wrappedCode(line: Line): void {
  const [, spaces = ""] = /^( *)/.exec(textOf(line)) ?? [];
  if (spaces !== "") line.properties["style"] = `--indent:${Math.min(spaces.length, DEEPEST)}`;
}

function textOf(node: Line | Line["children"][number]): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map((child) => textOf(child)).join("") : "";
}
