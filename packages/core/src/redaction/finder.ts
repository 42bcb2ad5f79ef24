import type { Span } from "./readings.ts";

/** A word of at most this length counts only as a whole word, because other words may contain it. */
export const MAX_SHORT = 7;

/** Finds words in a string. `tail`: how many characters of a word are enough if the string ends in the middle of it. */
export type Finder = (text: string, tail?: number) => Span[];

/**
 * Makes a finder of words in any case. It looks for each word separately, in as many steps as the string has characters, whatever the word
 * is (Knuth, Morris and Pratt): a server could repeat an almost matching word over and over.
 */
export function finderOf(words: Iterable<string>): Finder {
  const searches = [...new Set([...words].map(inSmallLetters))].filter((word) => word !== "").map(searchFor);
  return (text, tail = Number.POSITIVE_INFINITY) => {
    const small = inSmallLetters(text);
    return searches.flatMap((search) => search(small, tail));
  };
}

/** Lowercases only ASCII letters. Lowercasing other letters could change the string's length. */
function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function searchFor(word: string): (text: string, tail: number) => Span[] {
  /** For each matched length: the length that still matches if the next character differs. */
  const fallbacks = [0, 0];
  const next = (matched: number, character: string | undefined) => {
    let length = matched;
    while (length > 0 && word[length] !== character) length = fallbacks[length] ?? 0;
    return word[length] === character ? length + 1 : 0;
  };
  for (let at = 1; at < word.length; at += 1) fallbacks.push(next(fallbacks[at] ?? 0, word[at]));
  return (text, tail) => {
    const found: Span[] = [];
    let matched = 0;
    for (let end = 1; end <= text.length; end += 1) {
      matched = next(matched, text[end - 1]);
      const start = end - matched;
      const isWhole = matched === word.length && (matched > MAX_SHORT || standsAlone(text, start, end));
      if (isWhole || (end === text.length && matched >= tail)) found.push({ start, end });
    }
    return found;
  };
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !/\w/.test(text.charAt(start - 1) + text.charAt(end));
}
