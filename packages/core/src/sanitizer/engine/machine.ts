import type { RunnableRule } from "./rule.ts";
import { CLASS_LIMIT, wordKindOf } from "./traits.ts";
import { here, type Start, type Trigger } from "./trigger.ts";

/** How it is known where a match begins for which a trigger stands. */
export const START = { whole: 0, here: 1, token: 2, told: 3, part: 4 } as const;

/** A text or words that the pass over a text may meet, and the rule that then looks. */
export interface Watch {
  /** The index of its rule. */
  readonly rule: number;
  /** The index of its trigger among those of all rules. */
  readonly id: number;
  readonly kind: (typeof START)[keyof typeof START];
  readonly start: Start;
  /** The text that stands there, and how much of it the machine has read. */
  readonly text: string;
  readonly length: number;
  /** The traits of words, and what parts of them begin with. */
  readonly words: number;
  readonly texts: readonly string[];
}

/** Finds all texts of all triggers in one pass (Aho and Corasick's automaton, without its failing steps). */
export interface Machine {
  /** The class of each ASCII character, by its code, 0 for those of no trigger; and with it what of a word the character is. */
  readonly kinds: Uint16Array;
  /** The classes of other characters that triggers have. */
  readonly foreign: ReadonlyMap<number, number>;
  /**
   * The next state, by the state plus a class; all bits turned over when that has found something. A state is the place where its
   * row begins. Behind the classes of a row stands the number of what the state has found.
   */
  readonly next: Int32Array;
  /** How many classes there are. */
  readonly width: number;
  /** What states have found, longest first. */
  readonly found: readonly (readonly Watch[])[];
  /** What waits for words, by the number of the bit of each trait; and all traits of words that something waits for. */
  readonly words: readonly (readonly Watch[])[];
  readonly wordTraits: number;
  /** How many triggers there are. */
  readonly triggers: number;
}

/** Longer texts are found by their beginning: the rule sees to the rest. */
const DEPTH = 16;

/** Letters outside ASCII share so many classes, since few of them stand in triggers and rules look again. */
const FOREIGN_CLASSES = 8;

/** Letters that an expression takes for others when it ignores case by Unicode's rules. */
const ALIKE: Readonly<Record<string, string>> = { "\u017f": "s", "\u212a": "k" };

/** Makes the machine for some rules. */
export function machineOf(rules: readonly RunnableRule[]): Machine {
  const texts: Watch[] = [];
  const words: Watch[] = [];
  let triggers = 0;
  for (const [rule, { triggers: own = [] }] of rules.entries()) {
    for (const trigger of own) {
      const id = triggers++;
      if (trigger.words !== 0) words.push(watchOf(trigger, rule, id, ""));
      else for (const text of trigger.texts) texts.push(watchOf(trigger, rule, id, text));
    }
  }
  const classes = classesOf(texts);
  const wordTraits = words.reduce((traits, watch) => traits | watch.words, 0);
  const byTrait = Array.from({ length: 32 }, (_, bit) => words.filter((watch) => ((watch.words >>> bit) & 1) === 1));
  const { foreign, width } = classes;
  const kinds = Uint16Array.from(classes.classes, (ofText, code) => ofText | wordKindOf(code));
  return { kinds, foreign, width, ...tableOf(texts, classes), words: byTrait, wordTraits, triggers };
}

function watchOf(trigger: Trigger, rule: number, id: number, text: string): Watch {
  const { start, texts, words } = trigger;
  return {
    rule,
    id,
    kind: kindOf(trigger),
    start: start ?? here,
    text,
    length: Math.min(text.length, DEPTH),
    texts,
    words,
  };
}

function kindOf({ start, token, words }: Trigger): Watch["kind"] {
  if (token) return words === 0 ? START.token : START.part;
  if (start === undefined) return START.whole;
  return start === here ? START.here : START.told;
}

interface Classes extends Pick<Machine, "foreign" | "width"> {
  readonly classes: Uint8Array;
}

function classesOf(watches: readonly Watch[]): Classes {
  const classes = new Uint8Array(128);
  const foreign = new Map<number, number>();
  let width = 1 + FOREIGN_CLASSES;
  for (const character of new Set(watches.map(({ text, length }) => text.slice(0, length).toLowerCase()).join(""))) {
    const code = character.charCodeAt(0);
    if (code >= 128) {
      foreign.set(code, 1 + (code % FOREIGN_CLASSES));
      foreign.set(character.toUpperCase().charCodeAt(0), 1 + (code % FOREIGN_CLASSES));
    } else if (classes[code] === 0) {
      if (code >= 48 && code <= 57) classes.fill(width, 48, 58);
      classes[code] = classes[character.toUpperCase().charCodeAt(0)] = width;
      width += 1;
    }
  }
  for (const [form, letter] of Object.entries(ALIKE))
    foreign.set(form.charCodeAt(0), classes[letter.charCodeAt(0)] ?? 0);
  if (width > CLASS_LIMIT) throw new RangeError("too many characters stand in triggers");
  return { classes, foreign, width };
}

/** The states while the table is made: the first is the root, and later ones are of texts that are as long or longer. */
interface Trie {
  /** The child of each state, by state times the width plus class; 0 when there is none. */
  readonly children: Int16Array;
  readonly watches: (readonly Watch[])[];
}

/** The trie of all texts, one character of all of them after the other. */
function trieOf(texts: readonly Watch[], { classes, foreign, width }: Classes): Trie {
  const most = 1 + texts.reduce((sum, { length }) => sum + length, 0);
  const children = new Int16Array(most * width);
  const watches: (readonly Watch[])[] = [[]];
  let ends = texts.map((watch) => ({ watch, state: 0 }));
  for (let index = 0; ends.length > 0; index += 1) {
    for (const end of ends) {
      const code = end.watch.text.charCodeAt(index);
      const slot = end.state * width + ((code < 128 ? classes[code] : foreign.get(code)) ?? 0);
      if (children[slot] === 0) children[slot] = watches.push([]) - 1;
      end.state = children[slot] as number;
      if (end.watch.length === index + 1) watches[end.state] = [...(watches[end.state] ?? []), end.watch];
    }
    ends = ends.filter(({ watch }) => watch.length > index + 1);
  }
  return { children: children.slice(0, watches.length * width), watches };
}

function tableOf(texts: readonly Watch[], classes: Classes): Pick<Machine, "next" | "found"> {
  const { children, watches } = trieOf(texts, classes);
  const { width } = classes;
  const next = new Int16Array(children.length);
  // The longest other state whose text each one's text ends with: what goes on from there goes on from here too.
  const shorter = new Int16Array(watches.length);
  for (let slot = 0; slot < children.length; slot += 1) {
    const state = Math.floor(slot / width);
    const other = state === 0 ? 0 : (next[(shorter[state] as number) * width + (slot % width)] as number);
    const child = children[slot] as number;
    if (child === 0) next[slot] = other;
    else {
      shorter[child] = other < 0 ? ~other : other;
      const own = watches[child] as readonly Watch[];
      const more = watches[shorter[child] as number] as readonly Watch[];
      if (more.length > 0) watches[child] = [...own, ...more];
      next[slot] = own.length + more.length === 0 ? child : ~child;
    }
  }
  return { next: inRows(next, width), found: watches };
}

/** The table with room for a number behind each row, and states told by where their rows begin. */
function inRows(next: Int16Array, width: number): Int32Array {
  const length = width + 1;
  const rows = new Int32Array((next.length / width) * length);
  for (let slot = 0; slot < next.length; slot += 1) {
    const state = next[slot] as number;
    rows[Math.floor(slot / width) * length + (slot % width)] = state < 0 ? ~(~state * length) : state * length;
  }
  for (let state = 0; state * length < rows.length; state += 1) rows[state * length + width] = state;
  return rows;
}
