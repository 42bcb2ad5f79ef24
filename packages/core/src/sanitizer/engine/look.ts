import { type Machine, machineOf, type Watch } from "./machine.ts";
import { type Finding, privateOf, type RunnableRule } from "./rule.ts";
import { type Scan, scanned } from "./scan.ts";
import { OF_CHARACTER, WORD } from "./traits.ts";

/** Letters and digits, without the hyphen and the underscore that a word may have as well. */
const HYPHEN = 45;
const UNDERSCORE = 95;

/** Where a rule looks in a text. */
interface Starts {
  /** Where matches may begin, in the order in which they were found. */
  readonly places: number[];
  /** Whether the places are not in the order of the text. */
  mixed: boolean;
  /** Whether the rule looks at the whole text. */
  whole: boolean;
}

/** Rules that look where their triggers stand, all of which one pass over a text finds. */
export class Lookout {
  readonly #rules: readonly RunnableRule[];
  readonly #starts: readonly Starts[];
  readonly #scan: Scan = { traits: 0, count: 0, places: new Int32Array(128) };
  #machine: Machine | undefined;
  #least = new Int32Array(0);
  /** The rules that look at the text at hand. */
  active: number[] = [];

  constructor(rules: readonly RunnableRule[]) {
    this.#rules = rules;
    this.#starts = rules.map(() => ({ places: [], mixed: false, whole: false }));
  }

  /** The traits of a text, which is the one that {@link findings} is about from then on. */
  read(text: string): number {
    this.#machine ??= machineOf(this.#rules);
    scanned(text, this.#machine, this.#scan);
    return this.#scan.traits;
  }

  /**
   * What the rules find in the text that was read last.
   *
   * @param traits Those of the text, and of another that it stands for.
   * @param needs What each rule needs of them.
   */
  findings(text: string, traits: number, needs: Int32Array): Finding[] {
    this.#wake(text, ~traits, needs);
    const findings: Finding[] = [];
    const active = this.active.sort((one, other) => one - other);
    for (const index of active) {
      const rule = this.#rules[index] as RunnableRule;
      if (rule.hint !== undefined && !rule.hint.test(text)) continue;
      const { places, whole, mixed } = this.#starts[index] as Starts;
      if (whole) searchAll(text, rule, findings);
      else searchAt(text, rule, mixed ? places.sort((one, other) => one - other) : places, findings);
    }
    return findings;
  }

  /** Tells the rules where to look. */
  #wake(text: string, lacks: number, needs: Int32Array): void {
    const { found, finding, words, triggers } = this.#machine as Machine;
    const { places, count } = this.#scan;
    for (const index of this.active) {
      const starts = this.#starts[index] as Starts;
      starts.places.length = 0;
      starts.mixed = starts.whole = false;
    }
    this.active = [];
    if (this.#least.length !== triggers) this.#least = new Int32Array(triggers);
    this.#least.fill(-1);
    for (let index = 0; index < count; index += 2) {
      const state = places[index] as number;
      const at = places[index + 1] as number;
      if (state >= 0) {
        for (const watch of found[state - finding] as readonly Watch[]) {
          if (((needs[watch.rule] as number) & lacks) === 0) this.#meet(text, watch, at + 1 - watch.length);
        }
      } else {
        for (const watch of words) {
          const met = (watch.trigger.words & ~state) !== 0 && ((needs[watch.rule] as number) & lacks) === 0;
          if (met) this.#meet(text, watch, at);
        }
      }
    }
  }

  /** A trigger stands at a place. */
  #meet(text: string, { rule, trigger, id, text: expected }: Watch, at: number): void {
    if (trigger.start === undefined) return this.#whole(rule);
    if (trigger.token && (isAlphanumeric(text.charCodeAt(at - 1)) || !text.startsWith(expected, at))) return;
    const start = trigger.start(text, at, this.#least[id] as number);
    this.#least[id] = at;
    if (start < 0) return;
    const starts = this.#starts[rule] as Starts;
    const last = starts.places.at(-1);
    if (last === start) return;
    if (last === undefined) {
      if (!starts.whole) this.active.push(rule);
    } else if (last > start) starts.mixed = true;
    starts.places.push(start);
  }

  #whole(rule: number): void {
    const starts = this.#starts[rule] as Starts;
    if (starts.whole) return;
    if (starts.places.length === 0) this.active.push(rule);
    starts.whole = true;
  }
}

function isAlphanumeric(code: number): boolean {
  return code < 128 && code !== HYPHEN && code !== UNDERSCORE && ((OF_CHARACTER[code] as number) & WORD) !== 0;
}

/** Looks for matches in the whole text. */
export function searchAll(text: string, rule: RunnableRule, findings: Finding[]): void {
  const pattern = rule.everywhere();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = found(match, rule, findings);
    if (end > pattern.lastIndex) pattern.lastIndex = end;
    if (match[0] === "") pattern.lastIndex += 1;
  }
}

/** Looks for matches that begin at certain places, in the order of the text, as a search of all of it would find them. */
function searchAt(text: string, rule: RunnableRule, places: readonly number[], findings: Finding[]): void {
  const pattern = rule.there();
  let next = 0;
  for (const place of places) {
    if (place < next) continue;
    pattern.lastIndex = place;
    const match = pattern.exec(text);
    if (match === null) {
      next = place + 1;
      continue;
    }
    next = Math.max(found(match, rule, findings), pattern.lastIndex, place + 1);
  }
}

/** Notes what is private in a match; tells where that ends, or 0. */
function found(match: RegExpExecArray, { id, kind, locate = privateOf }: RunnableRule, findings: Finding[]): number {
  const span = locate(match);
  if (span === undefined || span.end <= span.start) return 0;
  findings.push({ start: span.start, end: span.end, kind, rule: id });
  return span.end;
}
