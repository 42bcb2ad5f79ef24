import type { Finding, Span } from "./rule.ts";

/** More findings are left to the engine to put in order: for few, its sorting costs an eighth of a message with a stack trace. */
const FEW = 8;

/** Puts findings in the order of the text. */
export function inOrder(findings: Finding[]): Finding[] {
  if (findings.length > FEW) return findings.sort(byPlace);
  for (let index = 1; index < findings.length; index += 1) {
    const finding = findings[index] as Finding;
    let at = index;
    for (; at > 0 && byPlace(findings[at - 1] as Finding, finding) > 0; at -= 1)
      findings[at] = findings[at - 1] as Finding;
    findings[at] = finding;
  }
  return findings;
}

/** In the order of the text, the longest first. */
function byPlace(one: Finding, other: Finding): number {
  return one.start - other.start || other.end - one.end;
}

/** The place that an offset lies in, of places in the order of the text that do not overlap. */
export function placeAt(places: readonly Span[], offset: number): Span | undefined {
  const place = lastFrom(places, offset);
  return place !== undefined && offset < place.end ? place : undefined;
}

/** The last of such places that begins at or before an offset. */
export function lastFrom(places: readonly Span[], offset: number): Span | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as Span).start <= offset) low = middle + 1;
    else high = middle;
  }
  return places[low - 1];
}

/** Places that overlap or touch become one. */
export function merged(places: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const place of [...places].sort((one, other) => one.start - other.start)) {
    const last = spans.at(-1);
    if (last === undefined || place.start > last.end) spans.push(place);
    else spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
  }
  return spans;
}
