/** Returns a string without the given characters at its end. Takes linear time; an expression would not. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/**
 * Returns a string without these characters at its end, and without those of some brackets and quotes that close there but did
 * not open in the string.
 *
 * @param pairs Each an opening character and the one that closes it.
 */
export function withoutClosers(text: string, characters: string, pairs: readonly string[]): string {
  // Most values end with a letter or a digit.
  if (/\w$/.test(text)) return text;
  // Nothing that opens is cut off, so what opens in the string does so before its end. A quote opens if another follows it.
  const unopened = pairs.filter(([open = "", close = ""]) =>
    [-1, text.lastIndexOf(close)].includes(text.indexOf(open)),
  );
  return withoutTail(text, characters + unopened.map(([, close]) => close).join(""));
}

/** Returns the part of a string after the last of these characters. */
export function afterLast(text: string, characters: string): string {
  return text.slice(Math.max(...[...characters].map((character) => text.lastIndexOf(character))) + 1);
}
