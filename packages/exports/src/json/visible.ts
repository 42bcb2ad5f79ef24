/** Controls but tabs, halves of a pair, marks that turn the direction of a line, and all that ends one. */
const UNSEEN = /[^\P{Cc}\t]|[\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text in one line in which nothing is hidden: `\u202e` stands for a character that is not seen, or that hides others. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A value as JSON, written for people. Its line breaks stay; back quotes, which are marks on pages, are escaped. */
export function visibleJson(value: unknown, space = 0): string {
  const text = JSON.stringify(value, null, space);
  return text.split("\n").map(visible).join("\n").replaceAll("`", "\\u0060");
}
