import { parseExpression } from "@babel/parser";
import { type Node, propertyOf } from "../scan/syntax.ts";
import { type Edit, styleOf, withEdits } from "./edits.ts";
import type { Manifest } from "./project.ts";

/** Adds dependencies to the text of `package.json`. Other lines do not change. */
export function withDependencies(
  manifest: Manifest,
  field: "dependencies" | "devDependencies",
  names: readonly string[],
  range: string,
): string {
  const missing = names.filter((name) => !manifest.ranges.has(name));
  if (missing.length === 0) return manifest.text;
  const { text } = manifest;
  const { newline, indent } = styleOf(text);
  // A key may be there twice, as `__proto__` may not be in an expression.
  const root = parseExpression(text, { errorRecovery: true }) as Node;
  const lines = missing.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(range)}`);
  const list = propertyOf(root, field);
  if (list?.type === "ObjectExpression") {
    const isInline = isOnOneLine(list, text) && list.properties.length > 0;
    const before = isInline ? spaceIn(list, text) : `${newline}${indent}${indent}`;
    return withEdits(text, added(list, lines, before, `${newline}${indent}`));
  }
  const inner = lines.map((line) => `${newline}${indent}${indent}${line}`).join(",");
  return withEdits(
    text,
    added(root, [`${JSON.stringify(field)}: {${inner}${newline}${indent}}`], `${newline}${indent}`, newline),
  );
}

function isOnOneLine({ start, end }: Node, text: string): boolean {
  return !text.slice(start ?? 0, end ?? 0).includes("\n");
}

/** Returns the space after the commas of an object on one line. */
function spaceIn({ start, end }: Node, text: string): string {
  return /^\{\s|,\s/.test(text.slice(start ?? 0, end ?? 0)) ? " " : "";
}

function added(object: Node, lines: readonly string[], before: string, after: string): readonly Edit[] {
  if (object.type !== "ObjectExpression") return [];
  const last = object.properties.at(-1);
  const text = lines.map((line) => `${before}${line}`).join(",");
  if (last !== undefined) return [{ start: last.end ?? 0, end: last.end ?? 0, text: `,${text}` }];
  return [{ start: (object.start ?? 0) + 1, end: (object.end ?? 0) - 1, text: `${text}${after}` }];
}
