import type { Machine } from "./machine.ts";
import { LINK, LONG_RUN, ofMark, ofSpace, ofWord, SPACE, TRAIT, traitOf, WORD } from "./traits.ts";

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

/** Reads a text: for its traits, and for every place where a rule may have to look. */
export function scan(text: string, machine: Machine, into: Scan): void {
  into.count = 0;
  meetTexts(text, machine, into);
  into.traits = readWords(text, machine.wordTraits, into);
}

/** Runs the machine over a text. */
function meetTexts(text: string, { classes, foreign, width, next }: Machine, into: Scan): void {
  let state = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    state = next[state * width + (code < 128 ? (classes[code] as number) : (foreign.get(code) ?? 0))] as number;
    if (state < 0) {
      state = ~state;
      note(into, state, index);
    }
  }
}

/** The traits of a text. Words that have some of them, and long runs, are places to look at too. */
function readWords(text: string, wanted: number, into: Scan): number {
  let traits = 0;
  let run = 0;
  let before = SPACE;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const bits = traitOf(code);
    if ((bits & WORD) !== 0) {
      const end = wordEnd(text, index);
      const told = ofWord(text, index, end);
      traits |= told | ofMark(0, before);
      if ((told & wanted) !== 0) note(into, ~told, index);
      index = end - 1;
      before = text.charCodeAt(index);
      continue;
    }
    if ((bits & LINK) === 0) run = runEnded(into, run, index);
    traits |= code === SPACE ? ofSpace(before, text, index) : ofMark(bits, before);
    before = code;
  }
  runEnded(into, run, text.length);
  return before === SPACE ? traits | TRAIT.looseSpace : traits;
}

/** Notes a run that was long; tells where the next one begins. */
function runEnded(into: Scan, start: number, end: number): number {
  if (end - start >= LONG_RUN) note(into, ~TRAIT.longRun, start);
  return end + 1;
}

function wordEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && (traitOf(text.charCodeAt(end)) & WORD) !== 0) end += 1;
  return end;
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
