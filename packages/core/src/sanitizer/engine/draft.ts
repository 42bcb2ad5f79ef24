import type { Span } from "./rule.ts";

/** A part of a draft to replace, and its replacement. */
export interface Edit extends Span {
  readonly by: string;
}

/** The place of a replacement in a draft, and the place of what it replaced in the draft before. */
interface Replacement extends Span {
  readonly replaced: Span;
}

/** A string under revision that maps each of its parts to its place in the original. */
export class Draft {
  #text: string;
  readonly #revisions: (readonly Replacement[])[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Returns where the character at an offset of the draft was in the original. */
  originOf(offset: number): number {
    return this.#revisions.reduceRight(offsetBefore, offset);
  }

  /** Makes edits, which must be in ascending order and must not overlap. */
  replace(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    const before = this.#text;
    const revision: Replacement[] = [];
    let text = "";
    let next = 0;
    for (const { start, end, by } of edits) {
      text += before.slice(next, start);
      revision.push({ start: text.length, end: text.length + by.length, replaced: { start, end } });
      text += by;
      next = end;
    }
    this.#text = text + before.slice(next);
    this.#revisions.push(revision);
  }
}

/** Returns where an offset was before a revision. All of a replacement was at the start of what it replaced. */
function offsetBefore(offset: number, revision: readonly Replacement[]): number {
  const last = lastFrom(revision, offset);
  if (last === undefined) return offset;
  return offset < last.end ? last.replaced.start : last.replaced.end + offset - last.end;
}

/** Returns the last of these places that begins at or before an offset. They must be in ascending order. */
export function lastFrom<Place extends Span>(places: readonly Place[], offset: number): Place | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as Place).start <= offset) low = middle + 1;
    else high = middle;
  }
  return places[low - 1];
}
