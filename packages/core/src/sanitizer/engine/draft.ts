import type { Span } from "./rule.ts";

/** A part of a draft to replace, and its replacement. */
export interface Edit extends Span {
  readonly by: string;
}

/** The span of a replacement in a draft, and the span that it replaced in the previous draft. */
interface Replacement extends Span {
  readonly replaced: Span;
}

/** A string under revision that maps each of its parts to a span of the original. */
export class Draft {
  #text: string;
  readonly #revisions: (readonly Replacement[])[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  /** Returns the offset in the original of the character at an offset of the draft. */
  originOf(offset: number): number {
    return this.#revisions.reduceRight(offsetBefore, offset);
  }

  /** Makes edits, which must be in ascending order and must not overlap. */
  replace(edits: readonly Edit[]): void {
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

/** Returns an offset as it was before a revision. Within a replacement, it is the start of the replaced span. */
function offsetBefore(offset: number, revision: readonly Replacement[]): number {
  const last = lastFrom(revision, offset);
  if (last === undefined) return offset;
  return offset < last.end ? last.replaced.start : last.replaced.end + offset - last.end;
}

/** Returns the last span that begins at or before an offset. The spans must be in ascending order. */
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
