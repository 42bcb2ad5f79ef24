import type { RunnableRule } from "./rule.ts";
import { wordKindOf } from "./traits.ts";
import type { Trigger } from "./trigger.ts";

/** A target of the pass over a string (a string, or words with certain traits), and the rule that it activates. */
export interface Watch {
  /** The index of its rule. */
  readonly rule: number;
  /** The string to find, or an empty one for words; and how many characters of it the automaton reads. */
  readonly text: string;
  readonly length: number;
  readonly token: boolean;
  /** The traits of the words, and the strings, one of which a part of such a word must begin with. */
  readonly words: number;
  readonly texts: readonly string[];
}

/** The automaton finds longer strings by their beginning; the rule checks the rest. */
const DEPTH = 16;

/** The number of classes that characters outside ASCII share. Few of them occur in triggers, and the rules check again. */
const FOREIGN_CLASSES = 16;

/** Marks a transition that has not been taken yet. */
export const UNMADE = -(2 ** 31);

/**
 * The class of each ASCII character by its code, combined with the character's kind in a word. The lowercase and uppercase of a
 * letter share a class, and so do all digits. Class 0 holds the control characters, which no trigger contains.
 */
const KINDS = new Uint16Array(128);

let width = 1 + FOREIGN_CLASSES;
for (let code = 32; code < 127; code += 1) {
  const letter = code >= 97 && code <= 122;
  const digit = code > 48 && code <= 57;
  KINDS[code] = letter ? (KINDS[code - 32] as number) : digit ? (KINDS[48] as number) : width++;
}
const CLASSES = KINDS.slice();
for (let code = 0; code < 128; code += 1) KINDS[code] = (KINDS[code] as number) | wordKindOf(code);

/**
 * Returns the class of a character outside ASCII. A small letter and its capital share a class, because they differ in their
 * last bit or by 32. In two blocks of Latin letters the capital has the odd number. Two letters match an ASCII letter in an
 * expression that ignores case.
 */
export function foreignClass(code: number): number {
  if (code === LONG_S) return CLASSES[115] as number;
  if (code === KELVIN) return CLASSES[107] as number;
  const isOddFirst = (code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17e);
  return 1 + (((isOddFirst ? code + 1 : code) >> 1) & (FOREIGN_CLASSES - 1));
}

const LONG_S = 0x17f;
const KELVIN = 0x212a;
const ROW = width + 1;

interface State {
  /** How many characters of its watches have been read. */
  readonly depth: number;
  /**
   * The row of the longest other state whose string is a suffix of this state's string. Whatever continues from there continues
   * from here too.
   */
  readonly shorter: number;
  /** The watches that begin with this state's string, by the class of their next character. */
  readonly longer: ReadonlyMap<number, readonly Watch[]>;
}

/**
 * Finds all strings of all triggers in one pass, with the Aho-Corasick automaton. Each transition is made when it is first
 * taken, because a message takes few of the many that exist.
 */
export class TriggerAutomaton {
  readonly kinds = KINDS;
  /** The watches for words, by the bit number of each trait, and the union of their traits. */
  readonly words: readonly (readonly Watch[])[];
  readonly wordTraits: number;
  /**
   * The transition table: `next[state + class]` is the next state, with its bits inverted if it has found something, or
   * {@link UNMADE} until the transition is first taken. A state is the index at which its row begins.
   */
  next = new Int32Array(64 * ROW).fill(UNMADE);
  readonly #states: State[] = [];
  /** The watches found at each state, longest first. */
  readonly #found: (readonly Watch[])[] = [];

  constructor(rules: readonly RunnableRule[]) {
    const strings: Watch[] = [];
    const words: Watch[] = [];
    for (const [rule, { triggers: own = [] }] of rules.entries()) {
      for (const trigger of own) {
        if (trigger.words !== 0) words.push(createWatch(trigger, rule, ""));
        else for (const text of trigger.texts) strings.push(createWatch(trigger, rule, text));
      }
    }
    this.wordTraits = words.reduce((traits, watch) => traits | watch.words, 0);
    this.words = Array.from({ length: 32 }, (_, bit) => words.filter((watch) => ((watch.words >>> bit) & 1) === 1));
    this.#add(0, 0, strings, []);
  }

  foundAt(state: number): readonly Watch[] {
    return this.#found[state / ROW] as readonly Watch[];
  }

  /** Takes a transition for the first time. Returns the entry that {@link next} holds from then on. */
  make(state: number, characterClass: number): number {
    const { depth, shorter, longer } = this.#states[state / ROW] as State;
    const watches = longer.get(characterClass);
    // The root's own transitions lead back to it.
    const other = depth === 0 ? 0 : this.#after(shorter, characterClass);
    const made =
      watches === undefined ? other : this.#add(depth + 1, other < 0 ? ~other : other, watches, this.#foundBy(other));
    this.next[state + characterClass] = made;
    return made;
  }

  #after(state: number, characterClass: number): number {
    const made = this.next[state + characterClass] as number;
    return made === UNMADE ? this.make(state, characterClass) : made;
  }

  #foundBy(transition: number): readonly Watch[] {
    return transition < 0 ? this.foundAt(~transition) : [];
  }

  /** Adds the state at which these watches have read `depth` characters. Returns the transition to it. */
  #add(depth: number, shorter: number, watches: readonly Watch[], alsoFound: readonly Watch[]): number {
    const state = this.#states.length * ROW;
    if (state === this.next.length) {
      const larger = new Int32Array(2 * state).fill(UNMADE, state);
      larger.set(this.next);
      this.next = larger;
    }
    const longer = new Map<number, Watch[]>();
    const found: Watch[] = [];
    for (const watch of watches) {
      if (watch.length === depth) found.push(watch);
      else {
        const characterClass = classOf(watch.text.charCodeAt(depth));
        const same = longer.get(characterClass);
        if (same === undefined) longer.set(characterClass, [watch]);
        else same.push(watch);
      }
    }
    found.push(...alsoFound);
    this.#states.push({ depth, shorter, longer });
    this.#found.push(found);
    return found.length === 0 ? state : ~state;
  }
}

function classOf(code: number): number {
  return code < 128 ? (CLASSES[code] as number) : foreignClass(code);
}

function createWatch({ texts, token, words }: Trigger, rule: number, text: string): Watch {
  return { rule, text, length: Math.min(text.length, DEPTH), token, texts, words };
}
