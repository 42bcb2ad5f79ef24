import type { Machine } from "./machine.ts";
import { CLASS_LIMIT, DOT, KIND, LINK, LONG_RUN, LONG_WORD, ofOther, ofWord, SPACE, TRAIT, traitOf } from "./traits.ts";

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
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: every text goes through, and one loop is faster than several
export function scan(text: string, { kinds, foreign, next, wordTraits }: Machine, into: Scan): void {
  const { length } = text;
  const places = placesFor(length, into);
  let count = 0;
  let state = 0;
  let traits = 0;
  let run = 0;
  // The word at hand: where it begins, and what it stands behind.
  let word = 0;
  let behind = SPACE;
  for (let index = 0; index <= length; index += 1) {
    // The kinds of its characters, and whether a capital stood behind a small letter.
    let own = 0;
    let pairs = 0;
    let code = END;
    for (; index < length; index += 1) {
      code = text.charCodeAt(index);
      const kind = code < 128 ? (kinds[code] as number) : (foreign.get(code) ?? 0);
      state = next[state + (kind & (CLASS_LIMIT - 1))] as number;
      if (state < 0) {
        state = ~state;
        places[count] = state;
        places[count + 1] = index;
        count += 2;
      }
      if (kind < CLASS_LIMIT) break;
      pairs |= (own << 1) & kind;
      own |= kind;
      // The text may end within the word.
      code = END;
    }
    if (own !== 0 && !tellsNothing(own, index - word, behind)) {
      const told = ofWord(text, word, index, own, pairs);
      traits |= told;
      count = note(places, count, (told & wordTraits) !== 0, told, word);
    }
    const bits = code === END ? 0 : traitOf(code);
    if ((bits & LINK) === 0) {
      count = note(places, count, index - run >= LONG_RUN, TRAIT.longRun, run);
      run = index + 1;
    }
    traits |= index === word ? ofOther(text, index, bits, behind) : bits & ~LINK;
    word = index + 1;
    behind = code;
  }
  into.count = count;
  into.traits = traits;
}

/** Stands for the character behind a text. */
const END = -1;

/** Whether a word is a short one of small letters, as most are, of which nothing is told. */
function tellsNothing(kinds: number, length: number, behind: number): boolean {
  return (kinds & ~(CLASS_LIMIT - 1)) === KIND.small && length < LONG_WORD && behind !== DOT;
}

/** Adds the traits of what begins at a place if somebody waits for them; tells how many count. */
function note(places: Int32Array, count: number, isWanted: boolean, traits: number, at: number): number {
  if (!isWanted) return count;
  places[count] = ~traits;
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
