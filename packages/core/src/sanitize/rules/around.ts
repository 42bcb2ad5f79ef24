/** How much of a text before a place is read to tell what stands at the place, in code units. */
const READ_BEFORE = 40;

/** Marks between a word and what it speaks of: white space, quotes, opening brackets, a colon, an equals sign. */
const MARKS = " \t\r\n\"'`“„‘«([{<:=\\";

/** The end of the text before a place, without the marks that lead up to it: what an expression with `$` is tried on. */
export function textBefore(input: string, at: number): string {
  return withoutTail(input.slice(Math.max(0, at - READ_BEFORE), at), MARKS);
}

/** A text without the characters at its end that are among those given. Linear, as an expression for it is not. */
export function withoutTail(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
