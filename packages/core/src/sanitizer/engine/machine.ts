import type { RunnableRule } from "./rule.ts";
import type { Trigger } from "./trigger.ts";

/** A trigger that the pass over a text may meet, and the rule that then looks. */
export interface Watch {
  /** The index of its rule. */
  readonly rule: number;
  readonly trigger: Trigger;
  /** The index of the trigger among those of all rules. */
  readonly id: number;
  /** The text that stands there, as far as the machine reads it. */
  readonly length: number;
  readonly text: string;
}

/** Finds all texts of all triggers in one pass (Aho and Corasick's automaton, without its failing steps). */
export interface Machine {
  /** The classes of the ASCII characters, by code; 0 for those of no trigger. */
  readonly classes: Uint8Array;
  /** The classes of other characters that triggers have. */
  readonly foreign: ReadonlyMap<number, number>;
  /** How many classes there are. */
  readonly width: number;
  /** The next state, by state times `width` plus class. */
  readonly next: Uint16Array;
  /** The states from here on have found something. */
  readonly finding: number;
  /** What they have found, longest first, by state minus `finding`. */
  readonly found: readonly (readonly Watch[])[];
  /** What waits for words, and all traits of words that something waits for. */
  readonly words: readonly Watch[];
  readonly wordTraits: number;
  /** How many triggers there are. */
  readonly triggers: number;
}

/** Longer texts are found by their beginning: the rule sees to the rest. */
const DEPTH = 12;

/** Letters outside ASCII share so many classes, since few of them stand in triggers and rules look again. */
const FOREIGN_CLASSES = 8;

/** Letters that an expression takes for others when it ignores case by Unicode's rules. */
const ALIKE: Readonly<Record<string, string>> = { "\u017f": "s", "\u212a": "k" };

interface Node {
  readonly children: Map<number, Node>;
  watches: Watch[];
  fail: Node | undefined;
  state: number;
}

/** Makes the machine for some rules. */
export function machineOf(rules: readonly RunnableRule[]): Machine {
  const watches = rules.flatMap(({ triggers = [] }, rule) => triggers.map((trigger) => ({ rule, trigger })));
  const texts = watches.flatMap(({ rule, trigger }, id) =>
    trigger.texts.map((text): Watch => ({ rule, trigger, id, length: Math.min(text.length, DEPTH), text })),
  );
  const classes = classesOf(texts);
  const root = nodeOf();
  for (const watch of texts) insert(root, watch, classes);
  const words = watches.flatMap(({ rule, trigger }, id) =>
    trigger.words === 0 ? [] : [{ rule, trigger, id, length: 0, text: "" }],
  );
  return {
    ...classes,
    ...tableOf(linked(root), classes.width),
    words,
    wordTraits: words.reduce((traits, { trigger }) => traits | trigger.words, 0),
    triggers: watches.length,
  };
}

function nodeOf(): Node {
  return { children: new Map(), watches: [], fail: undefined, state: 0 };
}

type Classes = Pick<Machine, "classes" | "foreign" | "width">;

function classesOf(watches: readonly Watch[]): Classes {
  const classes = new Uint8Array(128);
  const foreign = new Map<number, number>();
  let width = 1 + FOREIGN_CLASSES;
  const give = (character: string, kind: number): void => {
    const code = character.charCodeAt(0);
    if (code < 128) classes[code] = kind;
    else foreign.set(code, kind);
  };
  for (const character of new Set(watches.flatMap(({ text }) => [...text.slice(0, DEPTH).toLowerCase()]))) {
    const code = character.charCodeAt(0);
    if (code >= 128) {
      for (const form of [character, character.toUpperCase()]) give(form, 1 + (code % FOREIGN_CLASSES));
    } else if (classes[code] === 0) {
      for (const form of /\d/.test(character) ? "0123456789" : [character, character.toUpperCase()]) give(form, width);
      width += 1;
    }
  }
  for (const [form, letter] of Object.entries(ALIKE)) give(form, classes[letter.charCodeAt(0)] ?? 0);
  return { classes, foreign, width };
}

function insert(root: Node, watch: Watch, { classes, foreign }: Classes): void {
  let node = root;
  for (let index = 0; index < watch.length; index += 1) {
    const code = watch.text.charCodeAt(index);
    const kind = (code < 128 ? classes[code] : foreign.get(code)) ?? 0;
    let child = node.children.get(kind);
    if (child === undefined) {
      child = nodeOf();
      node.children.set(kind, child);
    }
    node = child;
  }
  node.watches.push(watch);
}

/** All nodes, shorter texts first; each with the longest other one that its text ends with, and what that one finds. */
function linked(root: Node): readonly Node[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const [kind, child] of node.children) {
      let fail = node.fail;
      while (fail !== undefined && !fail.children.has(kind)) fail = fail.fail;
      child.fail = fail?.children.get(kind) ?? root;
      if (child.fail.watches.length > 0) child.watches = [...child.watches, ...child.fail.watches];
      nodes.push(child);
    }
  }
  return nodes;
}

function tableOf(nodes: readonly Node[], width: number): Pick<Machine, "next" | "finding" | "found"> {
  const silent = nodes.filter(({ watches }) => watches.length === 0);
  const loud = nodes.filter(({ watches }) => watches.length > 0);
  for (const [state, node] of [...silent, ...loud].entries()) node.state = state;
  const next = new Uint16Array(nodes.length * width);
  for (const { state, fail, children } of nodes) {
    if (fail !== undefined) next.copyWithin(state * width, fail.state * width, (fail.state + 1) * width);
    for (const [kind, child] of children) next[state * width + kind] = child.state;
  }
  return { next, finding: silent.length, found: loud.map(({ watches }) => watches) };
}
