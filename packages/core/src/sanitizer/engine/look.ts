import { Machine, START, type Watch } from "./machine.ts";
import { type Finding, privateOf, type RunnableRule } from "./rule.ts";
import { type Scan, scan } from "./scan.ts";
import { codeAt, isAlphanumeric, isOfWord } from "./traits.ts";

/** A list of places longer than this is not kept for the next string. */
const KEPT_PLACES = 1_000;

/** The places where a rule looks in the current string. */
class Places {
  list: number[] = [];
  count = 0;
  /** Whether the places are in ascending order. */
  sorted = true;
  /** Whether the rule looks at the whole string instead. */
  whole = false;

  add(place: number): void {
    const last = this.count === 0 ? -1 : (this.list[this.count - 1] as number);
    if (place === last) return;
    if (place < last) this.sorted = false;
    this.list[this.count] = place;
    this.count += 1;
  }

  inOrder(): readonly number[] {
    if (!this.sorted) this.list = this.list.slice(0, this.count).sort((one, other) => one - other);
    return this.list;
  }

  clear(): void {
    if (this.count > KEPT_PLACES) this.list = [];
    this.count = 0;
    this.sorted = true;
    this.whole = false;
  }
}

/** Runs rules only where their triggers are. One pass over a string finds all triggers. */
export class Lookout {
  readonly #rules: readonly RunnableRule[];
  readonly #places: readonly Places[];
  /** A bit for each rule that looks at the current string. */
  readonly #awake: Int32Array;
  readonly #scan: Scan = { traits: 0, count: 0, places: new Int32Array(128) };
  #machine: Machine | undefined;
  /** The place where each trigger was last found in the current string, or -1. */
  #least = new Int32Array(0);

  constructor(rules: readonly RunnableRule[]) {
    this.#rules = rules;
    this.#places = rules.map(() => new Places());
    this.#awake = new Int32Array((rules.length + 31) >> 5);
  }

  /** Reads a string, which {@link findings} then searches. Returns its traits. */
  read(text: string): number {
    scan(text, this.#made(), this.#scan);
    return this.#scan.traits;
  }

  #made(): Machine {
    if (this.#machine === undefined) {
      this.#machine = new Machine(this.#rules);
      this.#least = new Int32Array(this.#machine.triggers);
    }
    return this.#machine;
  }

  /**
   * Returns what the rules find in the string that was read last.
   *
   * @param looks 1 for each rule that takes part, 0 for the others.
   */
  findings(text: string, looks: Uint8Array): Finding[] {
    this.#wake(text, looks);
    const findings: Finding[] = [];
    for (let group = 0; group < this.#awake.length; group += 1) {
      for (let bits = this.#awake[group] as number; bits !== 0; bits &= bits - 1) {
        this.#look(text, (group << 5) | (31 - Math.clz32(bits & -bits)), findings);
      }
    }
    return findings;
  }

  #look(text: string, index: number, findings: Finding[]): void {
    const rule = this.#rules[index] as RunnableRule;
    const places = this.#places[index] as Places;
    if (rule.context === undefined || rule.context.test(text)) {
      if (places.whole) searchAll(text, rule, findings);
      else searchAt(text, rule, places.inOrder(), places.count, findings);
    }
    places.clear();
  }

  /** Determines which rules look, and where. */
  #wake(text: string, looks: Uint8Array): void {
    const machine = this.#machine as Machine;
    const { words, wordTraits } = machine;
    const { places, count } = this.#scan;
    this.#awake.fill(0);
    this.#least.fill(-1);
    for (let index = 0; index < count; index += 2) {
      const state = places[index] as number;
      const at = places[index + 1] as number;
      if (state >= 0) {
        this.#meetAll(text, machine.foundAt(state), at + 1, looks);
        continue;
      }
      for (let bits = ~state & wordTraits; bits !== 0; bits &= bits - 1) {
        this.#meetAll(text, words[31 - Math.clz32(bits & -bits)] as readonly Watch[], at, looks);
      }
    }
  }

  /** Wakes the rules of these triggers. The machine has read the last character of each right before `end`. */
  #meetAll(text: string, watches: readonly Watch[], end: number, looks: Uint8Array): void {
    for (let index = 0; index < watches.length; index += 1) {
      const watch = watches[index] as Watch;
      if (looks[watch.rule] === 1) this.#meet(text, watch, end - watch.length);
    }
  }

  /** Wakes the rule of a trigger, if the rest of the trigger is at this place too. */
  #meet(text: string, watch: Watch, at: number): void {
    const { kind, rule } = watch;
    const places = this.#places[rule] as Places;
    if (kind === START.computed) {
      const place = watch.start(text, at, this.#least[watch.id] as number);
      this.#least[watch.id] = at;
      if (place < 0) return;
      places.add(place);
    } else if (kind === START.here) places.add(at);
    else if (kind === START.token) {
      if (!isToken(text, watch.text, at)) return;
      places.add(at);
    } else if (kind === START.whole) places.whole = true;
    else if (!addParts(text, watch.texts, at, places)) return;
    this.#awake[rule >> 5] = (this.#awake[rule >> 5] as number) | (1 << (rule & 31));
  }
}

/** Whether exactly this token is at a place, with no letter or digit before it. */
function isToken(text: string, token: string, at: number): boolean {
  return !isAlphanumeric(codeAt(text, at - 1)) && text.startsWith(token, at);
}

/** Adds the places where a part of a word begins with one of the strings. Returns whether there are any. */
function addParts(text: string, beginnings: readonly string[], word: number, places: Places): boolean {
  const before = places.count;
  for (let at = word; isOfWord(codeAt(text, at)); at += 1) {
    const begins = isAlphanumeric(codeAt(text, at)) && !isAlphanumeric(codeAt(text, at - 1));
    if (begins && beginsWithOne(text, at, beginnings)) places.add(at);
  }
  return places.count > before;
}

function beginsWithOne(text: string, at: number, beginnings: readonly string[]): boolean {
  const first = text.charCodeAt(at);
  for (let index = 0; index < beginnings.length; index += 1) {
    const beginning = beginnings[index] as string;
    if (beginning.charCodeAt(0) === first && text.startsWith(beginning, at)) return true;
  }
  return false;
}

/** Looks for matches in the whole string. */
export function searchAll(text: string, rule: RunnableRule, findings: Finding[]): void {
  const pattern = rule.everywhere();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = found(match, rule, findings);
    if (end > pattern.lastIndex) pattern.lastIndex = end;
    if (match[0] === "") pattern.lastIndex += 1;
  }
}

/** Looks for matches that begin at certain places. It skips a place within a match, as a search of the whole string would. */
function searchAt(
  text: string,
  rule: RunnableRule,
  places: readonly number[],
  count: number,
  findings: Finding[],
): void {
  const pattern = rule.there();
  let next = 0;
  for (let index = 0; index < count; index += 1) {
    const place = places[index] as number;
    if (place < next) continue;
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    next = match === null ? place + 1 : Math.max(found(match, rule, findings), pattern.lastIndex, place + 1);
  }
}

/** Records the private part of a match. Returns where it ends, or 0. */
function found(match: RegExpExecArray, { id, kind, locate = privateOf }: RunnableRule, findings: Finding[]): number {
  const span = locate(match);
  if (span === undefined || span.end <= span.start) return 0;
  findings.push({ start: span.start, end: span.end, kind, rule: id });
  return span.end;
}
