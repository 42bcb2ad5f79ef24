import { MAX_SHORT, UNBOUNDED } from "./bounds.ts";
/** Where a word was found: from `start` to before `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** Finds words in a text. `tail`: how many characters of a word are enough where the text ends in the middle of it. */
export type Finder = (text: string, tail?: number) => Found[];

/**
 * Makes a finder of words. It looks for each by itself, and takes as many steps as the text has characters, whatever the word is
 * (Knuth, Morris and Pratt): a server could write what almost is a word over and over.
 */
export function finderOf(words: Iterable<string>): Finder {
  const searches = [...new Set(words)].filter((word) => word !== "").map(searchFor);
  return (text, tail = UNBOUNDED) => searches.flatMap((search) => search(text, tail));
}

function searchFor(word: string): (text: string, tail: number) => Found[] {
  /** By how much of the word is matched: how much still is, when the next character is another. */
  const fallbacks = [0, 0];
  const next = (matched: number, character: string | undefined) => {
    let length = matched;
    while (length > 0 && word[length] !== character) length = fallbacks[length] ?? 0;
    return word[length] === character ? length + 1 : 0;
  };
  for (let at = 1; at < word.length; at += 1) fallbacks.push(next(fallbacks[at] ?? 0, word[at]));
  return (text, tail) => {
    const found: Found[] = [];
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
