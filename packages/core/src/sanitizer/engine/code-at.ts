/**
 * The code unit at a place of a text, or 0, which is none of a word, where the text has none. The engine reads units fast only as long as nobody asks
 * it for one before or behind the text, so it is never asked.
 */
export function codeAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}
