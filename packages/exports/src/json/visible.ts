/** Control characters except tab, lone surrogates, direction marks, line and paragraph separators, and the byte order mark. */
const UNSEEN = /[^\P{Cc}\t]|[\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Writes a string on one line with nothing hidden: an escape such as `\u202e` replaces a character that is invisible or hides others. */
export function escapeHidden(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes a value as JSON for people. Its line breaks stay; backticks, which are markup on pages, are escaped. */
export function visibleJson(value: unknown, space = 0): string {
  const text = JSON.stringify(value, null, space);
  return text.split("\n").map(escapeHidden).join("\n").replaceAll("`", "\\u0060");
}
