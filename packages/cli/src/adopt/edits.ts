import type { Node } from "../scan/syntax.ts";

export function sourceText({ start, end }: Node, { text }: { readonly text: string }): string {
  return text.slice(start ?? 0, end ?? 0);
}

/** A change to a string: `text` replaces the characters from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function insertion(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/** Applies edits to a string. They must not overlap. Edits at the same place are applied in the given order. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((one, other) => one.start - other.start || one.end - other.end);
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of sorted) {
    if (start < at) throw new RangeError(`two changes overlap at character ${start}`);
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

export interface Style {
  readonly newline: "\n" | "\r\n";
  readonly indent: string;
  readonly quote: '"' | "'";
  readonly semicolon: ";" | "";
}

export function detectStyle(text: string): Style {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  // A line that begins with `*` is within a comment.
  const indent = /^(\t| {1,4})[ \t]*[^\s*]/m.exec(text)?.[1] ?? "  ";
  const statements = count(/^[ \t]*(?:import|export|const|let|return|throw)\b/gm);
  const hasNoSemicolons = count(/;[ \t]*\r?$/gm) * 5 < statements && count(/;/g) < statements;
  return {
    newline: count(/\r\n/g) * 2 > count(/\n/g) ? "\r\n" : "\n",
    indent,
    quote: count(/'[^'\n]*'/g) > count(/"[^"\n]*"/g) ? "'" : '"',
    semicolon: hasNoSemicolons ? "" : ";",
  };
}

export function literal(value: string, { quote }: Pick<Style, "quote">): string {
  const json = JSON.stringify(value);
  if (quote === '"') return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return text.slice(start, at).replace(/[^ \t].*/s, "");
}

/** Returns where the comment ends that follows a place on its line; the place itself if anything else does. */
export function afterComment(text: string, at: number): number {
  const comment = /[ \t]*(?:\/\/[^\r\n]*|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/[ \t]*(?=\r?\n|$))/y;
  comment.lastIndex = at;
  return at + (comment.exec(text)?.[0] ?? "").trimEnd().length;
}

/** Writes a module in a file's style. It is given as an ES module with two spaces, double quotes and semicolons. */
export function inStyle(code: string, { newline, indent, semicolon, quote }: Style, isEsm: boolean): string {
  const imports = /^import (?!type )([\w${}*, ]+) from ("[^"\n\r\u2028\u2029]*");/gm;
  const require = (_all: string, names: string, module: string) =>
    `const ${names.replaceAll(" as ", ": ")} = require(${module});`;
  const module = isEsm ? code : code.replace(imports, require).replaceAll(/^export const/gm, "const");
  return module
    .replaceAll(/"(?:[^"\\\n]|\\.)*"?/g, (text) => literal(JSON.parse(text), { quote }))
    .replaceAll(/^ +/gm, (spaces) => indent.repeat(spaces.length / 2))
    .replaceAll(/;$/gm, semicolon)
    .replaceAll("\n", newline);
}
