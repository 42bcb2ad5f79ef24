import { codeAt } from "./code-at.ts";
import { type Machine, machineOf, START, type Watch } from "./machine.ts";
import type { Finding, RunnableRule } from "./rule.ts";
import { type Scan, scan } from "./scan.ts";
import { searchAll, searchAt } from "./search.ts";
import { isAlphanumeric, isOfWord } from "./traits.ts";

/** Lists of places that grew longer than this are not kept for the next text. */
const KEPT_PLACES = 1_000;

/** Where a rule looks in the text at hand. */
class Places {
  list: number[] = [];
  count = 0;
  /** Whether they are in the order of the text. */
  sorted = true;
  /** Whether the rule looks at the whole text instead. */
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

/** Rules that look where their triggers stand, all of which one pass over a text finds. */
export class Lookout {
  readonly #rules: readonly RunnableRule[];
  readonly #places: readonly Places[];
  /** A bit for each rule that looks at the text at hand. */
  readonly #awake: Int32Array;
  readonly #scan: Scan = { traits: 0, count: 0, places: new Int32Array(128) };
  #machine: Machine | undefined;
  /** Where each trigger stood last in the text at hand, or -1. */
  #least = new Int32Array(0);

  constructor(rules: readonly RunnableRule[]) {
    this.#rules = rules;
    this.#places = rules.map(() => new Places());
    this.#awake = new Int32Array((rules.length + 31) >> 5);
  }

  /** The traits of a text, which is the one that {@link findings} is about from then on. */
  read(text: string): number {
    scan(text, this.#made(), this.#scan);
    return this.#scan.traits;
  }

  #made(): Machine {
    if (this.#machine === undefined) {
      this.#machine = machineOf(this.#rules);
      this.#least = new Int32Array(this.#machine.triggers);
    }
    return this.#machine;
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
    if (rule.hint === undefined || rule.hint.test(text)) {
      if (places.whole) searchAll(text, rule, findings);
      else searchAt(text, rule, places.inOrder(), places.count, findings);
    }
    places.clear();
  }

  /** Tells the rules where to look. */
  #wake(text: string, lacks: number, needs: Int32Array): void {
    const { next, width, found, words, wordTraits } = this.#machine as Machine;
    const { places, count } = this.#scan;
    this.#awake.fill(0);
    this.#least.fill(-1);
    for (let index = 0; index < count; index += 2) {
      const state = places[index] as number;
      const at = places[index + 1] as number;
      if (state >= 0) {
        this.#meetAll(text, found[next[state + width] as number] as readonly Watch[], at + 1, lacks, needs);
        continue;
      }
      for (let bits = ~state & wordTraits; bits !== 0; bits &= bits - 1) {
        this.#meetAll(text, words[31 - Math.clz32(bits & -bits)] as readonly Watch[], at, lacks, needs);
      }
    }
  }

  /** Triggers stand at a place, behind which the machine knows as much as it has read of them. */
  #meetAll(text: string, watches: readonly Watch[], end: number, lacks: number, needs: Int32Array): void {
    for (let index = 0; index < watches.length; index += 1) {
      const watch = watches[index] as Watch;
      if (((needs[watch.rule] as number) & lacks) === 0) this.#meet(text, watch, end - watch.length);
    }
  }

  /** A trigger stands at a place. */
  #meet(text: string, watch: Watch, at: number): void {
    const { kind, rule } = watch;
    const places = this.#places[rule] as Places;
    if (kind === START.told) {
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

/** Whether a text stands at a place exactly, behind no letter and no digit. */
function isToken(text: string, token: string, at: number): boolean {
  return !isAlphanumeric(codeAt(text, at - 1)) && text.startsWith(token, at);
}

/** Adds the parts of a word that begin with one of the texts; tells whether there are any. */
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
