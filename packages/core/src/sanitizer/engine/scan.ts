import type { Machine } from "./machine.ts";
import { CHANGE, DOT, LINK, LONG_RUN, OF_CHARACTER, ofSpace, ofWord, SPACE, TRAIT, WORD } from "./traits.ts";

/** What one pass over a text found. The next pass takes its place. */
export interface Scan {
  /** The traits of the text, as bits of `TRAIT`. */
  traits: number;
  /** How many of the places count. */
  count: number;
  /**
   * Places in pairs: a state of the machine that has found something and the last code unit of it; or the traits of a word,
   * all bits turned over so that they are no state, and the word's first code unit.
   */
  places: Int32Array;
}

/** Reads a text once: for its traits, and for every place where a rule may have to look. */
export function scanned(text: string, machine: Machine, scan: Scan): void {
  const { classes, foreign, width, next, wordTraits } = machine;
  scan.count = 0;
  let traits = 0;
  let state = 0;
  let start = -1;
  let run = 0;
  let word = 0;
  let before = SPACE;
  for (let index = 0; index <= text.length; index += 1) {
    // Behind the text a line ends, of which only the words and runs before it know.
    const code = index < text.length ? text.charCodeAt(index) : 0;
    const bits = code < 128 ? (OF_CHARACTER[code] as number) : TRAIT.foreign;
    if ((bits & WORD) !== 0) {
      // A capital counts as a change once a small letter came before it in the word.
      word |= bits | ((bits << 1) & (word << 2) & CHANGE);
      if (start < 0) {
        start = index;
        if (before === DOT) traits |= TRAIT.innerDot;
      }
    } else {
      if (start >= 0) {
        const told = ofWord(word, index - start, text.charCodeAt(start));
        traits |= told;
        if ((told & wordTraits) !== 0) note(scan, ~told, start);
        start = -1;
        word = 0;
      }
      if ((bits & LINK) === 0) {
        if (index - run >= LONG_RUN) note(scan, ~TRAIT.longRun, run);
        run = index + 1;
      }
      if (index === text.length) break;
      if (code === SPACE) traits |= ofSpace(before, text, index);
      else traits |= before === DOT ? bits | TRAIT.innerDot : bits;
    }
    state = next[state * width + (code < 128 ? (classes[code] as number) : (foreign.get(code) ?? 0))] as number;
    if (state < 0) {
      state = ~state;
      note(scan, state, index);
    }
    before = code;
  }
  scan.traits = (before === SPACE ? traits | TRAIT.looseSpace : traits) & ~LINK;
}

function note(scan: Scan, what: number, at: number): void {
  const { count } = scan;
  if (count === scan.places.length) {
    const more = new Int32Array(count * 2);
    more.set(scan.places);
    scan.places = more;
  }
  scan.places[count] = what;
  scan.places[count + 1] = at;
  scan.count = count + 2;
}
