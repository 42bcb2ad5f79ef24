/** Characters that a terminal would obey or not show: control characters, direction marks, characters without width, lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/**
 * Returns a string of any origin as one line that is safe to print. Invisible characters are escaped, line breaks included, and at most
 * `limit` UTF-16 code units are kept. The work is bounded by `limit`, however long the string is.
 */
export function visible(text: string, limit: number): string {
  return clipped(clipped(text, limit).replace(INVISIBLE, escaped), limit);
}

/** Does the same for a string that goes into JSON, which escapes line breaks itself. */
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
