import { parseExpression } from "@babel/parser";
import { isA, type Node, propertyName, propertyValue, stringValue } from "../scan/syntax.ts";
import { detectStyle, type Edit, insertion, sourceText, withEdits } from "./edits.ts";
import type { Manifest } from "./project.ts";

/**
 * Adds dependencies to the text of `package.json`. Other lines do not change. A package in `devDependencies` moves to
 * `dependencies`, as npm does it, because production installs skip the former.
 */
export function withDependencies(
  manifest: Manifest,
  field: "dependencies" | "devDependencies",
  names: readonly string[],
  range: string,
): string {
  const { text } = manifest;
  const root = parsed(text);
  const isMoved = (name: string) =>
    field === "dependencies" &&
    rangeIn(root, "devDependencies", name) !== undefined &&
    rangeIn(root, "dependencies", name) === undefined &&
    rangeIn(root, "peerDependencies", name) === undefined;
  const missing = names.filter((name) => !manifest.ranges.has(name) || isMoved(name));
  if (missing.length === 0) return text;
  const lines = missing.map(
    (name) => `${JSON.stringify(name)}: ${JSON.stringify(rangeIn(root, "devDependencies", name) ?? range)}`,
  );
  return missing.filter(isMoved).reduce(withoutDevelopment, withLines(text, root, field, lines));
}

function parsed(text: string): Node {
  // A key may be there twice, as `__proto__` may not be in an expression.
  return parseExpression(text, { errorRecovery: true }) as Node;
}

function rangeIn(root: Node, field: string, name: string): string | undefined {
  return stringValue(propertyValue(propertyValue(root, field), name));
}

function withoutDevelopment(text: string, name: string): string {
  const list = propertyValue(parsed(text), "devDependencies");
  if (!isA(list, "ObjectExpression")) return text;
  const at = list.properties.findIndex(
    (one) => one.type === "ObjectProperty" && propertyName(one.key, one.computed) === name,
  );
  const [before, own, after] = [list.properties[at - 1], list.properties[at], list.properties[at + 1]];
  const start = after === undefined ? (before?.end ?? (list.start ?? 0) + 1) : own?.start;
  const end = after === undefined && before === undefined ? (list.end ?? 0) - 1 : (after?.start ?? own?.end);
  return withEdits(text, [{ start: start ?? 0, end: end ?? 0, text: "" }]);
}

function withLines(text: string, root: Node, field: string, lines: readonly string[]): string {
  const { newline, indent } = detectStyle(text);
  const list = propertyValue(root, field);
  if (isA(list, "ObjectExpression")) {
    const source = sourceText(list, { text });
    const space = /[{,]\s/.test(source) ? " " : "";
    const isInline = !source.includes("\n") && list.properties.length > 0;
    const before = isInline ? space : `${newline}${indent}${indent}`;
    return withEdits(text, added(list, lines, before, `${newline}${indent}`));
  }
  const inner = lines.map((line) => `${newline}${indent}${indent}${line}`).join(",");
  return withEdits(
    text,
    added(root, [`${JSON.stringify(field)}: {${inner}${newline}${indent}}`], `${newline}${indent}`, newline),
  );
}

function added(object: Node, lines: readonly string[], before: string, after: string): readonly Edit[] {
  if (object.type !== "ObjectExpression") return [];
  const last = object.properties.at(-1);
  const text = lines.map((line) => `${before}${line}`).join(",");
  if (last !== undefined) return [insertion(last.end ?? 0, `,${text}`)];
  return [{ start: (object.start ?? 0) + 1, end: (object.end ?? 0) - 1, text: `${text}${after}` }];
}
