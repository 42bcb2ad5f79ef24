import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import type { Pattern } from "../../packages/core/src/sanitizer/engine/rule.ts";
import type { Trigger } from "../../packages/core/src/sanitizer/engine/trigger.ts";

/** The number of times that a repetition is unrolled. After that, any number of times is assumed. */
const MOST_COPIES = 12;

/** Samples of the characters that appear neither in the triggers nor in the expression. */
const OTHERS = [..."0123456789qQzZ#-_.:/ \n\"'|é密"];

/** A step from one state to another. It takes one of some characters, or none. */
interface Edge {
  readonly to: number;
  readonly takes?: readonly string[];
}

/** A string of a trigger. */
interface Wanted extends Pick<Trigger, "token"> {
  readonly text: string;
}

/** How many characters of a wanted string have been read, by its index. */
type Progress = readonly (readonly [index: number, read: number])[];

/** A place of the search in the automaton, and the string that led there. */
interface Reached {
  readonly state: number;
  readonly progress: Progress;
  readonly text: string;
}

/**
 * A string that an expression may match although it contains no trigger, or `undefined` if there is none. The search runs on the
 * expression's automaton. It assumes that lookarounds hold. A lookaround at either end of the expression also describes what is next to the
 * match. So a string that is found need not match, but if none is found, every match contains a trigger. Of a trigger, the search uses only
 * its strings.
 */
export function untriggered(pattern: Pattern, triggers: readonly Trigger[]): string | undefined {
  const { edges, last } = automatonOf(pattern, triggers);
  const wanted = triggers.flatMap(({ texts, token }) => texts.map((text): Wanted => ({ text, token })));
  const queue: Reached[] = [{ state: 0, progress: [], text: "" }];
  const seen = new Set<string>();
  for (let reached = queue.pop(); reached !== undefined; reached = queue.pop()) {
    const { state, progress, text } = reached;
    if (state === last) return text;
    const key = `${state} ${progress.join(" ")}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const edge of edges[state] ?? []) queue.push(...followed(edge, reached, wanted));
  }
  return undefined;
}

/** Follows an edge, as long as that completes no trigger. */
function followed({ to, takes }: Edge, reached: Reached, wanted: readonly Wanted[]): readonly Reached[] {
  if (takes === undefined) return [{ ...reached, state: to }];
  return takes.flatMap((character) => {
    const next = progressed(wanted, reached.progress, character);
    return next === undefined ? [] : [{ state: to, progress: next, text: reached.text + character }];
  });
}

/** How much of each wanted string has been read after one more character; `undefined` if one is complete. */
function progressed(wanted: readonly Wanted[], progress: Progress, character: string): Progress | undefined {
  const begun = wanted.map((_, index) => [index, 0] as const);
  const next = [...progress, ...begun].flatMap(([index, read]) => {
    const { text = "", token = false } = wanted[index] ?? {};
    return isSame(text.charAt(read), character, token) ? [[index, read + 1] as const] : [];
  });
  return next.some(([index, read]) => read === wanted[index]?.text.length) ? undefined : next;
}

/** Whether a character is that of a trigger. Case does not matter, and any digit stands for any other, unless the trigger is a token. */
function isSame(wanted: string, character: string, token: boolean): boolean {
  if (token) return wanted === character;
  return wanted.toLowerCase() === character.toLowerCase() || (/\d/.test(wanted) && /\d/.test(character));
}

function automatonOf(pattern: Pattern, triggers: readonly Trigger[]): { edges: Edge[][]; last: number } {
  const { source, flags } = pattern;
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes("u") });
  const alphabet = alphabetOf(parsed, triggers);
  const edges: Edge[][] = [[]];
  const state = () => edges.push([]) - 1;
  const link = (from: number, to: number, edge: Omit<Edge, "to"> = {}) => edges[from]?.push({ to, ...edge });

  /** Adds an alternative after a state, and returns the state in which it ends. */
  const addAlternative = (elements: readonly AST.Element[], from: number, head: boolean, tail: boolean): number => {
    const first = head ? elements.findIndex((element) => element.type !== "Assertion") : -1;
    let at = from;
    for (const [index, element] of elements.entries()) {
      const isFirst = head && (first < 0 || index <= first);
      const isLast = tail && elements.slice(index + 1).every((other) => other.type === "Assertion");
      at = addElement(element, at, isFirst, isLast);
    }
    return at;
  };
  const addAlternatives = (alternatives: readonly AST.Alternative[], from: number, head: boolean, tail: boolean) => {
    const to = state();
    for (const { elements } of alternatives) {
      const first = state();
      link(from, first);
      link(addAlternative(elements, first, head, tail), to);
    }
    return to;
  };
  const addElement = (element: AST.Element, from: number, head: boolean, tail: boolean): number => {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass": {
        const to = state();
        link(from, to, { takes: takenBy(element, flags, alphabet) });
        return to;
      }
      case "Group":
      case "CapturingGroup":
        return addAlternatives(element.alternatives, from, head, tail);
      case "Quantifier":
        return addRepeated(element, from, tail);
      case "Assertion": {
        const shows = (element.kind === "lookbehind" && head) || (element.kind === "lookahead" && tail);
        return shows && "alternatives" in element && !element.negate
          ? addAlternatives(element.alternatives, from, false, true)
          : from;
      }
      default:
        throw new TypeError(`${element.raw} is not known`);
    }
  };
  const addRepeated = ({ element, min, max }: AST.Quantifier, from: number, tail: boolean): number => {
    let at = from;
    for (let copy = 0; copy < Math.min(min, MOST_COPIES); copy += 1) at = addElement(element, at, false, tail);
    const to = state();
    link(at, to);
    if (max - min > MOST_COPIES || min > MOST_COPIES) {
      link(addElement(element, to, false, tail), to);
      return to;
    }
    for (let copy = min; copy < max; copy += 1) {
      at = addElement(element, at, false, tail);
      link(at, to);
    }
    return to;
  };
  return { edges, last: addAlternatives(parsed.alternatives, 0, true, true) };
}

function alphabetOf(pattern: AST.Pattern, triggers: readonly Trigger[]): readonly string[] {
  const characters = new Set<string>(OTHERS);
  const add = (text: string) => {
    for (const character of text) {
      characters.add(character);
      for (const other of [character.toLowerCase(), character.toUpperCase()]) {
        if (other.length === character.length) characters.add(other);
      }
    }
  };
  for (const { texts } of triggers) for (const text of texts) add(text);
  visitRegExpAST(pattern, { onCharacterEnter: ({ value }) => add(String.fromCodePoint(value)) });
  return [...characters];
}

function takenBy(element: AST.Element, flags: string, alphabet: readonly string[]): readonly string[] {
  const one = new RegExp(`^(?:${element.raw})$`, flags.replace(/[gyd]/g, ""));
  return alphabet.filter((character) => one.test(character));
}
