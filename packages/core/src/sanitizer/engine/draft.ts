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

/** Edits that were made, and the length of the text that they were made in. */
interface Revision {
  readonly edits: readonly Edit[];
  readonly length: number;
}

/** A text under revision that knows where each of its parts stood in the original. */
export class Draft {
  #text: string;
  #stretches: Stretch[] = [];
  /** What was done since somebody last asked for an origin: most drafts are never asked. */
  #revisions: Revision[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Where the character at an offset of the draft stood in the original. */
  originOf(offset: number): number {
    for (const { edits, length } of this.#revisions) this.#follow(edits, length);
    this.#revisions = [];
    return this.#origin(offset);
  }

  /** Makes edits, given in the order of the text and without overlap. */
  replace(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    const before = this.#text;
    let text = "";
    let next = 0;
    for (const { start, end, by } of edits) {
      text += before.slice(next, start) + by;
      next = end;
    }
    this.#text = text + before.slice(next);
    this.#revisions.push({ edits, length: before.length });
  }

  /** Moves the stretches to where edits put them. */
  #follow(edits: readonly Edit[], total: number): void {
    const stretches: Stretch[] = [];
    let length = 0;
    let next = 0;
    for (const { start, end, by } of edits) {
      this.#move(next, start, length, stretches);
      length += start - next;
      stretches.push({ at: length, origin: this.#origin(start), fixed: true });
      length += by.length;
      next = end;
    }
    this.#move(next, total, length, stretches);
    stretches.push({ at: length + total - next, origin: this.#origin(total), fixed: true });
    this.#stretches = stretches;
  }

  #origin(offset: number): number {
    return this.#stretches.length === 0
      ? offset
      : originIn(this.#stretches[this.#stretchAt(offset)] as Stretch, offset);
  }

  /** Adds the stretches of a part of the draft, moved to where the part will stand. */
  #move(start: number, end: number, at: number, into: Stretch[]): void {
    if (this.#stretches.length === 0 && start < end) into.push({ at, origin: start, fixed: false });
    for (let index = this.#stretchAt(start); start < end; index += 1) {
      const stretch = this.#stretches[index];
      if (stretch === undefined || stretch.at >= end) break;
      const first = Math.max(stretch.at, start);
      into.push({ at: at + first - start, origin: originIn(stretch, first), fixed: stretch.fixed });
    }
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
