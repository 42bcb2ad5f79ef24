import type { RemovedPart, SanitizedMessage } from "@uhp-errors/core";

/** A stretch of the text, as UTF-16 offsets; `end` is behind the last unit. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly removal: RemovedPart | undefined;
}

/** What stands in the message in place of each kind. Kinds that are not named leave nothing. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  credential: "[credential]",
  host: "[host]",
  path: "[path]",
};

/** The longest text that is aligned; what stands behind is shown as it is. */
const MAX_LENGTH = 8_000;

/**
 * Finds which stretches of a text a sanitizer took out. It says where each removal began, and the message shows what stayed; the shortest
 * removals that explain both are the answer. A removal that lies inside another one is part of that one.
 */
export function aligned(text: string, { message, removed }: SanitizedMessage): readonly Span[] {
  if (removed.length === 0 || text.length > MAX_LENGTH) {
    return text === "" ? [] : [{ start: 0, end: text.length, removal: undefined }];
  }
  const starts = new Map<number, RemovedPart>();
  for (const one of removed) if (!starts.has(one.index)) starts.set(one.index, one);
  return spansOf(new Alignment(text, message, starts).fates());
}

/** What becomes of a character of the text, or what else happens on the way through both texts. */
const STEP = { none: 0, keep: 1, skipSpace: 2, begin: 3, drop: 4, resume: 5, insert: 6 } as const;

type Step = (typeof STEP)[keyof typeof STEP];

const UNREACHED = 0x7fffffff;

/** The cheapest way through a text and what was made of it. Costs are found from the ends of both to their starts. */
class Alignment {
  readonly #text: string;
  readonly #message: string;
  readonly #starts: ReadonlyMap<number, RemovedPart>;
  readonly #costs: Int32Array;
  readonly #steps: Uint8Array;

  constructor(text: string, message: string, starts: ReadonlyMap<number, RemovedPart>) {
    this.#text = text;
    this.#message = message;
    this.#starts = starts;
    const size = (text.length + 1) * (message.length + 1) * 2;
    this.#costs = new Int32Array(size).fill(UNREACHED);
    this.#steps = new Uint8Array(size);
    this.#costs[this.#place(text.length, message.length, false)] = 0;
    for (let at = text.length; at >= 0; at -= 1) {
      for (let shown = message.length; shown >= 0; shown -= 1) {
        this.#outside(at, shown);
        this.#inside(at, shown);
        this.#begin(at, shown);
      }
    }
  }

  /** To which removal each character belongs; `undefined` for what stays. */
  fates(): readonly (RemovedPart | undefined)[] {
    const fates: (RemovedPart | undefined)[] = [];
    let shown = 0;
    let removal: RemovedPart | undefined;
    while (fates.length < this.#text.length) {
      const at = fates.length;
      const step = this.#steps[this.#place(at, shown, removal !== undefined)];
      if (step === STEP.resume) removal = undefined;
      else if (step === STEP.insert) shown += 1;
      else {
        if (step === STEP.begin) {
          removal = this.#starts.get(at);
          shown += this.#placeholderLength(at, shown);
        } else if (step === STEP.keep) shown += 1;
        fates.push(removal);
      }
    }
    return fates;
  }

  /** A place in both texts, outside or inside of a removal. */
  #place(at: number, shown: number, isInside: boolean): number {
    return (at * (this.#message.length + 1) + shown) * 2 + (isInside ? 1 : 0);
  }

  #relax(from: number, to: number, price: number, step: Step): void {
    const rest = this.#costs[to] ?? UNREACHED;
    if (rest === UNREACHED || rest + price >= (this.#costs[from] ?? UNREACHED)) return;
    this.#costs[from] = rest + price;
    this.#steps[from] = step;
  }

  /** A character stays, white space may be lost, and the message may have one that the text has not. */
  #outside(at: number, shown: number): void {
    const here = this.#place(at, shown, false);
    const isMore = shown < this.#message.length;
    if (isMore) this.#relax(here, this.#place(at, shown + 1, false), 40, STEP.insert);
    if (at === this.#text.length) return;
    const [unit, other] = [this.#text.charAt(at), this.#message.charAt(shown)];
    const isSpace = /\s/.test(unit);
    const isKept = isMore && (unit === other || (isSpace && other === " "));
    if (isKept) this.#relax(here, this.#place(at + 1, shown + 1, false), 0, STEP.keep);
    if (isSpace) this.#relax(here, this.#place(at + 1, shown, false), 1, STEP.skipSpace);
  }

  /** The removal ends, as early as it can, or a character is dropped. Where another removal began, this one had most likely ended. */
  #inside(at: number, shown: number): void {
    const here = this.#place(at, shown, true);
    this.#relax(here, this.#place(at, shown, false), 0, STEP.resume);
    const price = this.#starts.has(at) ? 20 : 2;
    if (at < this.#text.length) this.#relax(here, this.#place(at + 1, shown, true), price, STEP.drop);
  }

  #begin(at: number, shown: number): void {
    if (at === this.#text.length || !this.#starts.has(at)) return;
    const to = this.#place(at + 1, shown + this.#placeholderLength(at, shown), true);
    this.#relax(this.#place(at, shown, false), to, 2, STEP.begin);
    // A removal may follow another one at once.
    this.#relax(this.#place(at, shown, true), this.#place(at, shown, false), 0, STEP.resume);
  }

  /** The length of what the message has in place of the removal that begins here. */
  #placeholderLength(at: number, shown: number): number {
    const mark = PLACEHOLDERS[this.#starts.get(at)?.kind ?? ""] ?? "";
    return this.#message.startsWith(mark, shown) ? mark.length : 0;
  }
}

/** Neighbors of one fate in one span. */
function spansOf(fates: readonly (RemovedPart | undefined)[]): readonly Span[] {
  const spans: { start: number; end: number; removal: RemovedPart | undefined }[] = [];
  for (const [at, removal] of fates.entries()) {
    const last = spans.at(-1);
    if (last !== undefined && last.removal === removal) last.end = at + 1;
    else spans.push({ start: at, end: at + 1, removal });
  }
  return spans;
}
