import { escapeOf, INVISIBLE } from "../untrusted/visible.ts";

/**
 * Returns a string of any origin as one line that is safe to print. Invisible characters are escaped, line breaks included, and at most
 * `limit` UTF-16 code units are kept. The work is bounded by `limit`, however long the string is.
 */
export function visibleLine(text: string, limit: number): string {
  return clipped(clipped(text, limit).replace(INVISIBLE, escaped), limit);
}

/** Returns such a string for JSON, which escapes line breaks itself. */
export function visibleLines(text: string, limit: number): string {
  const kept = clipped(text, limit).replace(INVISIBLE, (letter) => (letter === "\n" ? letter : escaped(letter)));
  return clipped(kept, limit);
}

function escaped(letter: string): string {
  if (letter === "\n") return "\\n";
  return letter === "\t" ? " " : escapeOf(letter);
}

function clipped(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
