/** Characters that a terminal or a log obeys, or that a reader does not see: control characters, direction marks, those without width. */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** Makes a string safe to print: invisible characters are written as escapes. With `lines`, line breaks stay. */
export function visible(text: string, lines = false): string {
  return text.replace(INVISIBLE, (letter) => (letter === "\n" && lines ? letter : escapeOf(letter)));
}

/** Returns the escape of a character: `\u{202e}`. */
export function escapeOf(letter: string): string {
  return `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
}
