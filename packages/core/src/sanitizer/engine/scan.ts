import type { Machine } from "./machine.ts";
import { LINK, LONG_RUN, ofOther, ofWord, SPACE, TRAIT, traitOf, WORD } from "./traits.ts";

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

/**
 * Reads a text once, for its traits and for every place where a rule may have to look: texts that the machine meets, words
 * that have some traits, and long runs.
 */
export function scan(text: string, machine: Machine, into: Scan): void {
  into.count = 0;
  let state = 0;
  let traits = 0;
  let before = SPACE;
  let run = 0;
  // The word at hand: where it begins, the bits of its characters, and what these were beside each other.
  let word = 0;
  let bits = 0;
  let pairs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    state = machine.next[state * machine.width + classOf(machine, code)] as number;
    if (state < 0) {
      state = ~state;
      note(into, state, index);
    }
    const own = traitOf(code);
    if ((own & WORD) !== 0) {
      // A capital's bit is the next to a small letter's.
      pairs |= (bits << 1) & own;
      bits |= own;
    } else {
      if (bits !== 0) traits |= wordEnded(into, machine.wordTraits, word, ofWord(text, word, index, bits, pairs));
      word = index + 1;
      bits = 0;
      pairs = 0;
      run = runEnded(into, own, run, index);
      traits |= ofOther(text, index, own, before);
    }
    before = code;
  }
  if (bits !== 0) traits |= wordEnded(into, machine.wordTraits, word, ofWord(text, word, text.length, bits, pairs));
  runEnded(into, 0, run, text.length);
  into.traits = before === SPACE ? traits | TRAIT.looseSpace : traits;
}

function classOf({ classes, foreign }: Machine, code: number): number {
  return code < 128 ? (classes[code] as number) : (foreign.get(code) ?? 0);
}

/** Notes a word if something waits for its traits, which it returns. */
function wordEnded(into: Scan, wanted: number, word: number, told: number): number {
  if ((told & wanted) !== 0) note(into, ~told, word);
  return told;
}

/** Notes a run that was long, if a character ends it; tells where the run at hand begins then. */
function runEnded(into: Scan, own: number, start: number, end: number): number {
  if ((own & LINK) !== 0) return start;
  if (end - start >= LONG_RUN) note(into, ~TRAIT.longRun, start);
  return end + 1;
}

function note(into: Scan, what: number, at: number): void {
  const { count } = into;
  if (count === into.places.length) {
    const more = new Int32Array(count * 2);
    more.set(into.places);
    into.places = more;
  }
  into.places[count] = what;
  into.places[count + 1] = at;
  into.count = count + 2;
}
