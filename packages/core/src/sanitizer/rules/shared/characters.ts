/** Returns a string without the given characters at its end. Takes linear time; an expression would not. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns the part of a string after the last of these characters. */
export function afterLast(text: string, characters: string): string {
  return text.slice(Math.max(...[...characters].map((character) => text.lastIndexOf(character))) + 1);
}
