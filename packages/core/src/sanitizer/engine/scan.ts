import type { Machine } from "./machine.ts";
import { CHANGE, LINK, LONG_RUN, OF_CHARACTER, ofMark, ofSpace, ofWord, TRAIT, WORD } from "./traits.ts";

const SPACE = 32;

/** What one pass over a text found. The next pass takes its place. */
export interface Scan {
  /** The traits of the text, as bits of `TRAIT`. */
  traits: number;
  /** How many of the places count. */
  count: number;
  /**
   * Places in pairs: a state of the machine that has found something and the last code unit of it; or the traits of a word,
   * all bits turned over so that it is no state, and the word's first code unit.
   */
  places: Int32Array;
}

/** Reads a text once: for its traits, and for every place where a rule may have to look. */
export function scanned(
  text: string,
  { classes, foreign, width, next, finding, wordTraits }: Machine,
  scan: Scan,
): void {
  let { places } = scan;
  let count = 0;
  let traits = 0;
  let state = 0;
  let start = -1;
  let run = 0;
  let word = 0;
  let before = SPACE;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    let bits: number;
    if (code < 128) {
      bits = OF_CHARACTER[code] as number;
      state = next[state * width + (classes[code] as number)] as number;
    } else {
      bits = TRAIT.foreign;
      state = next[state * width + (foreign.get(code) ?? 0)] as number;
    }
    if (count + 6 > places.length) places = scan.places = enlarged(places);
    if ((bits & WORD) !== 0) {
      // A capital counts as a change once a small letter came before it in the word.
      word |= bits | ((bits << 1) & (word << 2) & CHANGE);
      if (start < 0) start = index;
    } else {
      if (start >= 0) {
        const told = ofWord(word, index - start, text.charCodeAt(start));
        traits |= told;
        if ((told & wordTraits) !== 0) {
          places[count++] = ~told;
          places[count++] = start;
        }
        start = -1;
        word = 0;
      }
      if ((bits & LINK) === 0) {
        if (index - run >= LONG_RUN) {
          places[count++] = ~TRAIT.longRun;
          places[count++] = run;
        }
        run = index + 1;
      }
    }
    traits |= code === SPACE ? ofSpace(before, text, index) : ofMark(bits, before);
    if (state >= finding) {
      places[count++] = state;
      places[count++] = index;
    }
    before = code;
  }
  if (count + 4 > places.length) places = scan.places = enlarged(places);
  if (start >= 0) {
    const told = ofWord(word, text.length - start, text.charCodeAt(start));
    traits |= told;
    if ((told & wordTraits) !== 0) {
      places[count++] = ~told;
      places[count++] = start;
    }
  }
  if (text.length - run >= LONG_RUN) {
    places[count++] = ~TRAIT.longRun;
    places[count++] = run;
  }
  scan.count = count;
  scan.traits = before === SPACE ? traits | TRAIT.looseSpace : traits;
}

function enlarged(places: Int32Array): Int32Array {
  const more = new Int32Array(places.length * 2);
  more.set(places);
  return more;
}
