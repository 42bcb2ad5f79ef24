import { characters } from "../../engine/trigger.ts";

/** Checks of the character at a place. */
export const isLetter = characters(/[A-Za-z]/);
export const isSmall = characters(/[a-z]/);
export const isDigit = characters(/\d/);
export const isBlank = characters(/\s/);
export const isQuote = characters(/["'`]/);
export const ofWord = characters(/[\w-]/);

/** Returns a string without the given characters at its end. Takes linear time; an expression would not. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
