import type { Node } from "../scan/syntax.ts";
import { afterComment, type Edit, indentAt, insertion } from "./edits.ts";
import type { File } from "./project.ts";

/** Adds properties at the end of an object, each on its own line if the object has several lines. */
export function appended(object: Node, properties: readonly string[], { text, style }: File): Edit {
  const list = object.type === "ObjectExpression" ? object.properties : [];
  const last = list.at(-1);
  const isInline = !text.slice(object.start ?? 0, object.end ?? 0).includes("\n");
  const own = last === undefined ? indentAt(text, object.start ?? 0) + style.indent : indentAt(text, last.start ?? 0);
  const before = isInline ? " " : `${style.newline}${own}`;
  const added = properties.map((property) => `${before}${property}`).join(",");
  if (last === undefined) {
    const after = isInline ? " " : `${style.newline}${indentAt(text, object.start ?? 0)}`;
    return { start: (object.start ?? 0) + 1, end: (object.end ?? 0) - 1, text: `${added}${after}` };
  }
  return afterElement(last, added, text);
}

/** Adds what follows the last element of a list, below a comment at the end of its line. */
function afterElement(last: Node, added: string, text: string): Edit {
  const at = last.end ?? 0;
  const comma = /^[ \t]*,/.exec(text.slice(at))?.[0] ?? "";
  const from = at + comma.length;
  const end = afterComment(text, from);
  return { start: at, end, text: `,${text.slice(from, end)}${added}${comma.trim()}` };
}

/** Adds an element at the beginning of a list, on its own line if the first element has one. */
export function prepended(list: Node, element: string, { text, style }: File): Edit {
  const [first] = list.type === "ArrayExpression" ? list.elements : [];
  const at = (list.start ?? 0) + 1;
  if (!first) return insertion(at, element);
  const start = first.start ?? 0;
  const isApart = text.slice(at, start).includes("\n");
  return insertion(start, `${element},${isApart ? `${style.newline}${indentAt(text, start)}` : " "}`);
}
