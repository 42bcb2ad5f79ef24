import { type Finding, privateOf, type RunnableRule } from "./rule.ts";

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
export function searchAt(
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

/** Notes what is private in a match; tells where that ends, or 0. */
function found(match: RegExpExecArray, { id, kind, locate = privateOf }: RunnableRule, findings: Finding[]): number {
  const span = locate(match);
  if (span === undefined || span.end <= span.start) return 0;
  findings.push({ start: span.start, end: span.end, kind, rule: id });
  return span.end;
}
