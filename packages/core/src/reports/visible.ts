/** What a terminal would obey or not show: controls, marks of direction, what has no width, halves of characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/**
 * A text of anybody's as one line that is harmless to print: what is invisible is written out, line breaks included, and at most
 * `limit` UTF-16 code units are kept. Its work is bounded by `limit`, however long the text is.
 */
export function visible(text: string, limit: number): string {
  return clipped(clipped(text, limit).replace(INVISIBLE, escaped), limit);
}

/** The same for a text that goes into JSON, which writes line breaks out by itself. */
export function visibleLines(text: string, limit: number): string {
  const kept = clipped(text, limit).replace(INVISIBLE, (letter) => (letter === "\n" ? letter : escaped(letter)));
  return clipped(kept, limit);
}

function escaped(letter: string): string {
  if (letter === "\n") return "\\n";
  return letter === "\t" ? " " : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
}

function clipped(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
