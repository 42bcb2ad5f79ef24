import type { Span } from "./rule.ts";

/** A part of a draft to be replaced, and by what. */
export interface Edit extends Span {
  readonly by: string;
}

/** From `at` on, a draft is what stood at `origin` in the original; all of it at that one place when `fixed`. */
interface Stretch {
  readonly at: number;
  readonly origin: number;
  readonly fixed: boolean;
}

/** A text under revision that knows where each of its parts stood in the original. */
export class Draft {
  #text: string;
  #stretches: readonly Stretch[] = [{ at: 0, origin: 0, fixed: false }];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Where the character at an offset of the draft stood in the original. */
  originOf(offset: number): number {
    return originIn(this.#stretches[this.#stretchAt(offset)] as Stretch, offset);
  }

  /** Makes edits, given in the order of the text and without overlap. */
  replace(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    const parts: string[] = [];
    const stretches: Stretch[] = [];
    let length = 0;
    let next = 0;
    for (const { start, end, by } of [...edits, { start: this.#text.length, end: this.#text.length, by: "" }]) {
      stretches.push(...this.#stretchesOf(next, start, length));
      length += start - next;
      stretches.push({ at: length, origin: this.originOf(start), fixed: true });
      length += by.length;
      parts.push(this.#text.slice(next, start), by);
      next = end;
    }
    this.#text = parts.join("");
    this.#stretches = stretches;
  }

  /** The stretches of a part of the draft, moved to where the part will stand. */
  #stretchesOf(start: number, end: number, at: number): Stretch[] {
    const stretches: Stretch[] = [];
    for (let index = this.#stretchAt(start); start < end; index += 1) {
      const stretch = this.#stretches[index];
      if (stretch === undefined || stretch.at >= end) break;
      const first = Math.max(stretch.at, start);
      stretches.push({ at: at + first - start, origin: originIn(stretch, first), fixed: stretch.fixed });
    }
    return stretches;
  }

  /** The index of the last stretch that begins at or before an offset. */
  #stretchAt(offset: number): number {
    let low = 0;
    let high = this.#stretches.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#stretches[middle] as Stretch).at <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function originIn({ at, origin, fixed }: Stretch, offset: number): number {
  return fixed ? origin : origin + offset - at;
}
