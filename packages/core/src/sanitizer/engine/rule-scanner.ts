import { type Finding, privateOf, type RunnableRule } from "./rule.ts";
import { type Scan, scan } from "./scan.ts";
import { codeAt, isAlphanumeric, isOfWord } from "./traits.ts";
import { TriggerAutomaton, type Watch } from "./trigger-automaton.ts";
import { plainLetters } from "./visible.ts";

/** Runs the rules that have a trigger in a string. One pass over the string finds all triggers. */
export class RuleScanner {
  readonly #rules: readonly RunnableRule[];
  /** A bit for each rule that searches the current string. */
  readonly #active: Int32Array;
  readonly #scan: Scan = { traits: 0, count: 0, places: new Int32Array(128) };
  #automaton: TriggerAutomaton | undefined;

  constructor(rules: readonly RunnableRule[]) {
    this.#rules = rules;
    this.#active = new Int32Array((rules.length + 31) >> 5);
  }

  /** Reads a string, which {@link findings} then searches. Returns its traits. */
  read(text: string): number {
    this.#automaton ??= new TriggerAutomaton(this.#rules);
    scan(text, this.#automaton, this.#scan);
    return this.#scan.traits;
  }

  /**
   * Returns what the rules find in the string that was read last.
   *
   * @param enabled 1 for each rule that takes part, 0 for the others.
   */
  findings(text: string, enabled: Uint8Array): Finding[] {
    this.#activate(text, enabled);
    const findings: Finding[] = [];
    for (let group = 0; group < this.#active.length; group += 1) {
      for (let bits = this.#active[group] as number; bits !== 0; bits &= bits - 1) {
        this.#run(text, (group << 5) | (31 - Math.clz32(bits & -bits)), findings);
      }
    }
    return findings;
  }

  #run(text: string, index: number, findings: Finding[]): void {
    const rule = this.#rules[index] as RunnableRule;
    if (rule.context === undefined || rule.context.test(text)) searchAll(text, rule, findings);
  }

  #activate(text: string, enabled: Uint8Array): void {
    const automaton = this.#automaton as TriggerAutomaton;
    const { words, wordTraits } = automaton;
    const { places, count } = this.#scan;
    this.#active.fill(0);
    for (let index = 0; index < count; index += 2) {
      const state = places[index] as number;
      const at = places[index + 1] as number;
      if (state >= 0) {
        this.#matchAll(text, automaton.foundAt(state), at + 1, enabled);
        continue;
      }
      for (let bits = ~state & wordTraits; bits !== 0; bits &= bits - 1) {
        this.#matchAll(text, words[31 - Math.clz32(bits & -bits)] as readonly Watch[], at, enabled);
      }
    }
  }

  /** Activates the rules of these triggers. The automaton has read the last character of each right before `end`. */
  #matchAll(text: string, watches: readonly Watch[], end: number, enabled: Uint8Array): void {
    for (let index = 0; index < watches.length; index += 1) {
      const watch = watches[index] as Watch;
      const group = watch.rule >> 5;
      const bit = 1 << (watch.rule & 31);
      const active = this.#active[group] as number;
      if ((active & bit) === 0 && enabled[watch.rule] === 1 && isMatched(text, watch, end - watch.length)) {
        this.#active[group] = active | bit;
      }
    }
  }
}

/** Whether the rest of a trigger is at a place too. */
function isMatched(text: string, { texts, token, text: wanted }: Watch, at: number): boolean {
  if (!token) return true;
  if (wanted !== "") return isToken(text, wanted, at);
  return texts.length === 0 || hasPart(text, texts, at);
}

/** Whether exactly this token is at a place, with no letter or digit before it. */
function isToken(text: string, token: string, at: number): boolean {
  return !isAlphanumeric(codeAt(text, at - 1)) && text.startsWith(token, at);
}

/** Whether a part of a word begins with one of the strings. */
function hasPart(text: string, beginnings: readonly string[], word: number): boolean {
  for (let at = word; isOfWord(codeAt(text, at)); at += 1) {
    const begins = isAlphanumeric(codeAt(text, at)) && !isAlphanumeric(codeAt(text, at - 1));
    if (begins && beginsWithOne(text, at, beginnings)) return true;
  }
  return false;
}

function beginsWithOne(text: string, at: number, beginnings: readonly string[]): boolean {
  const first = text.charCodeAt(at);
  for (let index = 0; index < beginnings.length; index += 1) {
    const beginning = beginnings[index] as string;
    if (beginning.charCodeAt(0) === first && text.startsWith(beginning, at)) return true;
  }
  return false;
}

/** Whether a rule sees a string with plain letters: built-in rules for paths and stacks do. */
function isFolded({ kind, triggers }: RunnableRule): boolean {
  return triggers !== undefined && (kind === "path" || kind === "stack");
}

/** The string that was folded last, because many rules look at it. */
let foldedText = "";
let foldedForm = "";

function fold(text: string): string {
  if (text !== foldedText) {
    foldedForm = plainLetters(text);
    foldedText = text;
  }
  return foldedForm;
}

/** Looks for matches in the whole string. */
export function searchAll(text: string, rule: RunnableRule, findings: Finding[]): void {
  const pattern = rule.search();
  const readable = isFolded(rule) ? fold(text) : text;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(readable); match !== null; match = pattern.exec(readable)) {
    const end = record(match, rule, findings);
    if (end > pattern.lastIndex) pattern.lastIndex = end;
    if (match[0] === "") pattern.lastIndex += 1;
  }
}

/** Records the private part of a match. Returns where it ends, or 0. */
function record(match: RegExpExecArray, { id, kind, locate = privateOf }: RunnableRule, findings: Finding[]): number {
  const span = locate(match);
  if (span === undefined) return 0;
  findings.push({ start: span.start, end: span.end, kind, rule: id });
  return span.end;
}
