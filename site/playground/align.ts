import type { RemovedPart, SanitizedMessage } from "@uhp-errors/core";

/** A range of the text, in UTF-16 offsets. `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly removal: RemovedPart | undefined;
}

/** What replaces each kind in the message. Other kinds leave nothing. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  credential: "[credential]",
  host: "[host]",
  path: "[path]",
};

/** The longest text that is aligned. Of a longer one, no removals are shown. */
const MAX_LENGTH = 8_000;

/**
 * Finds the ranges of a text that a sanitizer took out. The sanitizer reports where each removal begins, and its message shows what stayed.
 * The result is the shortest removals that explain both. A removal inside another one is part of that one.
 */
export function aligned(text: string, { message, removed }: SanitizedMessage): readonly Span[] {
  if (removed.length === 0 || text.length > MAX_LENGTH) {
    return text === "" ? [] : [{ start: 0, end: text.length, removal: undefined }];
  }
  const starts = new Map<number, RemovedPart>();
  for (const one of removed) if (!starts.has(one.index)) starts.set(one.index, one);
  return spansOf(new Alignment(text, message, starts).fates());
}

/** A step through the text and the message: what happens to the next character, or how a removal begins or ends. */
const STEP = { none: 0, keep: 1, skipSpace: 2, begin: 3, drop: 4, resume: 5, insert: 6 } as const;

type Step = (typeof STEP)[keyof typeof STEP];

const UNREACHED = 0x7fffffff;

/** The cheapest alignment of a text with its message. Costs are computed backward, from the ends of both. */
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

  /** The removal that each character belongs to; `undefined` if the character stays. */
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

  /** The index of a position in the text and the message, outside or inside a removal. */
  #place(at: number, shown: number, isInside: boolean): number {
    return (at * (this.#message.length + 1) + shown) * 2 + (isInside ? 1 : 0);
  }

  #relax(from: number, to: number, price: number, step: Step): void {
    const rest = this.#costs[to] ?? UNREACHED;
    if (rest === UNREACHED || rest + price >= (this.#costs[from] ?? UNREACHED)) return;
    this.#costs[from] = rest + price;
    this.#steps[from] = step;
  }

  /** A character stays, white space is dropped, or the message has a character that the text does not have. */
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

  /** The removal ends, as early as it can, or drops a character. It has most likely ended where another one begins. */
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
    // A removal may directly follow another one.
    this.#relax(this.#place(at, shown, true), this.#place(at, shown, false), 0, STEP.resume);
  }

  /** The length of the placeholder that the message has for the removal that begins here; 0 if it has none. */
  #placeholderLength(at: number, shown: number): number {
    const mark = PLACEHOLDERS[this.#starts.get(at)?.kind ?? ""] ?? "";
    return this.#message.startsWith(mark, shown) ? mark.length : 0;
  }
}

/** Merges neighbors with the same fate into one span. */
function spansOf(fates: readonly (RemovedPart | undefined)[]): readonly Span[] {
  const spans: { start: number; end: number; removal: RemovedPart | undefined }[] = [];
  for (const [at, removal] of fates.entries()) {
    const last = spans.at(-1);
    if (last !== undefined && last.removal === removal) last.end = at + 1;
    else spans.push({ start: at, end: at + 1, removal });
  }
  return spans;
}
