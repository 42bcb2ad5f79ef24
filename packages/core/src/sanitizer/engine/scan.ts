import {
  bitsOf,
  CLASS_LIMIT,
  KIND,
  LINK,
  LONG_RUN,
  LONG_WORD,
  SPACE,
  TRAIT,
  traitsBetweenWords,
  traitsOfWord,
} from "./traits.ts";
import { foreignClass, type TriggerAutomaton, UNMADE } from "./trigger-automaton.ts";

/** What one pass over a string found. The next pass overwrites it. */
export interface Scan {
  /** The traits of the string, as bits of `TRAIT`. */
  traits: number;
  /** How many entries of `places` belong to this pass. */
  count: number;
  /**
   * Pairs of two sorts. One is a state of the automaton that has found something, and the index of its last code unit. The other
   * is the traits of a word and the index of its first code unit; all bits of the traits are inverted, so that they cannot be a
   * state.
   */
  places: Int32Array;
}

/**
 * Reads a string once, for its traits and for what may activate a rule: strings that the automaton finds, words with certain traits, long
 * runs.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: every string goes through, and one loop is faster than several
export function scan(text: string, automaton: TriggerAutomaton, into: Scan): void {
  const { kinds, wordTraits } = automaton;
  let { next } = automaton;
  const { length } = text;
  const places = placesFor(length, into);
  let count = 0;
  let state = 0;
  let traits = 0;
  let run = 0;
  // Where the current word begins, and the character before it.
  let word = 0;
  let before = SPACE;
  for (let index = 0; index <= length; index += 1) {
    // The kinds of the word's characters, and whether a capital follows a small letter.
    let own = 0;
    let pairs = 0;
    let code = END;
    for (; index < length; index += 1) {
      code = text.charCodeAt(index);
      const kind = code < 128 ? (kinds[code] as number) : foreignClass(code);
      const from = state;
      state = next[from + (kind & (CLASS_LIMIT - 1))] as number;
      if (state < 0) {
        if (state === UNMADE) {
          state = automaton.make(from, kind & (CLASS_LIMIT - 1));
          next = automaton.next;
        }
        if (state < 0) {
          state = ~state;
          places[count] = state;
          places[count + 1] = index;
          count += 2;
        }
      }
      if (kind < CLASS_LIMIT) break;
      pairs |= (own << 1) & kind;
      own |= kind;
      // The word may be the last thing in the string.
      code = END;
    }
    if (own !== 0 && !isPlain(own, index - word)) {
      const wordTraitBits = traitsOfWord(text, word, index, own, pairs);
      traits |= wordTraitBits;
      count = addPlace(places, count, (wordTraitBits & wordTraits) !== 0, wordTraitBits, word);
    }
    const bits = code === END ? 0 : bitsOf(code);
    if ((bits & LINK) === 0) {
      count = addPlace(places, count, index - run >= LONG_RUN, TRAIT.longRun, run);
      run = index + 1;
    }
    traits |= index === word ? traitsBetweenWords(text, index, bits, before) : bits & ~LINK;
    word = index + 1;
    before = code;
  }
  into.count = count;
  into.traits = traits;
}

const END = -1;

/** Whether a word is short and all small letters, as most are, and so has no trait. */
function isPlain(kinds: number, length: number): boolean {
  return (kinds & ~(CLASS_LIMIT - 1)) === KIND.small && length < LONG_WORD;
}

/** Adds the traits of the word or run at a place, if a rule waits for them. Returns the new count. */
function addPlace(places: Int32Array, count: number, isWanted: boolean, traits: number, at: number): number {
  if (!isWanted) return count;
  places[count] = ~traits;
  places[count + 1] = at;
  return count + 2;
}

/** Returns a list with room for all pairs of a string of this length. A list for a long string is not kept. */
function placesFor(length: number, into: Scan): Int32Array {
  const room = 4 * length + ROOM;
  const has = into.places.length;
  if (has < room || (has > KEPT && room <= KEPT)) into.places = new Int32Array(Math.max(room, SHORT));
  return into.places;
}

const ROOM = 16;
const SHORT = 2_000;
const KEPT = 40_000;
