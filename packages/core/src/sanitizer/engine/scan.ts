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
export function scan(text: string, { classes, foreign, width, next, wordTraits }: Machine, into: Scan): void {
  const { length } = text;
  const places = placesFor(length, into);
  let count = 0;
  let state = 0;
  let traits = 0;
  let before = SPACE;
  let run = 0;
  // The word at hand: where it begins, the bits of its characters, and what these were beside each other.
  let word = 0;
  let bits = 0;
  let pairs = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    const own = traitOf(code);
    state = next[state * width + classOf(classes, foreign, code)] as number;
    if (state < 0) {
      state = ~state;
      places[count] = state;
      places[count + 1] = index;
      count += 2;
    }
    if ((own & WORD) !== 0) {
      // A capital's bit is the next to a small letter's.
      pairs |= (bits << 1) & own;
      bits |= own;
      before = code;
      continue;
    }
    if (bits !== 0) {
      const told = ofWord(text, word, index, bits, pairs);
      count = note(places, count, told & wordTraits, ~told, word);
      traits |= told;
      bits = 0;
      pairs = 0;
    }
    word = index + 1;
    if ((own & LINK) === 0) {
      count = note(places, count, isLong(index - run), ~TRAIT.longRun, run);
      run = index + 1;
    }
    traits |= ofOther(text, index, own, before);
    before = code;
  }
  const last = bits === 0 ? 0 : ofWord(text, word, length, bits, pairs);
  count = note(places, count, last & wordTraits, ~last, word);
  into.count = note(places, count, isLong(length - run), ~TRAIT.longRun, run);
  into.traits = traits | last | (before === SPACE ? TRAIT.looseSpace : 0);
}

function classOf(classes: Uint8Array, foreign: ReadonlyMap<number, number>, code: number): number {
  return code < 128 ? (classes[code] as number) : (foreign.get(code) ?? 0);
}

/** Whether a run is long, as a number. */
function isLong(length: number): number {
  return length < LONG_RUN ? 0 : 1;
}

/** Adds a pair to the places if something is wanted there; tells how many count. */
function note(places: Int32Array, count: number, wanted: number, what: number, at: number): number {
  if (wanted === 0) return count;
  places[count] = what;
  places[count + 1] = at;
  return count + 2;
}

/** Places for more texts, words and runs than a text of some length has. A list for a long text is not kept. */
function placesFor(length: number, into: Scan): Int32Array {
  const room = 4 * length + ROOM;
  const has = into.places.length;
  if (has < room || (has > KEPT && room <= KEPT)) into.places = new Int32Array(Math.max(room, SHORT));
  return into.places;
}

const ROOM = 16;
const SHORT = 2_000;
const KEPT = 40_000;
