import { RULES } from "../rules/index.ts";
import { Draft } from "./draft.ts";
import { grouped, type PrivateKind, privateOf, type RuleGroup, type RunnableRule, type Span } from "./rule.ts";
import { TRAIT, traitsOf } from "./traits.ts";
import { plainForms } from "./visible.ts";

/** One thing that was taken out of a text. It never holds the text itself. */
export interface Removed {
  /** What it was: private, invisible, or the text behind the first sentence. */
  readonly kind: PrivateKind | "control" | "rest";
  /** The id of the rule that found it. */
  readonly rule: string;
  /** Where it began in the text that was given, in UTF-16 code units. */
  readonly index: number;
}

/** A part of a text, and the rule that found it. */
export interface Finding extends Span {
  readonly kind: PrivateKind;
  readonly rule: string;
}

/** What stands in place of a private thing. */
export const PLACEHOLDERS = {
  credential: "[credential]",
  host: "[host]",
  path: "[path]",
  stack: "[stack]",
} as const satisfies Readonly<Record<PrivateKind, string>>;

/** How a text is searched. */
export interface Search {
  readonly groups: readonly RuleGroup[];
  /** Of these, the ones that no text is too plain for. */
  readonly always: readonly RuleGroup[];
  /** What the owner of the sanitizer says is public. */
  readonly keep: readonly RegExp[];
}

/** The search that every text gets when nobody asked for more. */
const BUILT_IN: Search = searchOf(RULES, []);

/** A search by rules that are ready to run. */
export function searchOf(rules: readonly RunnableRule[], keep: readonly RegExp[]): Search {
  const groups = grouped(rules);
  return { groups, always: groups.filter(({ needs }) => needs === 0), keep };
}

/** Passes over one text; the second finds nothing unless the first brought things together that stood apart. */
const MAX_PASSES = 6;

/**
 * Replaces what the rules find by placeholders, in a text of any length; sentences and white space stay as they are.
 * Never throws as long as the rules do not.
 */
export function redactText(text: string, search: Search = BUILT_IN): { text: string; removed: readonly Removed[] } {
  const draft = new Draft(text);
  const removed: Removed[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) if (!redactDraft(draft, search, removed)) break;
  return { text: draft.text, removed };
}

/** One pass over a draft; tells whether it changed anything. */
export function redactDraft(draft: Draft, search: Search, removed: Removed[]): boolean {
  const findings = findPrivate(draft.text, search);
  for (const { kind, rule, start } of findings) removed.push({ kind, rule, index: draft.originOf(start) });
  const spans = joined(findings);
  draft.replace(spans.map(({ start, end, kind }) => ({ start, end, by: PLACEHOLDERS[kind] })));
  return spans.length > 0;
}

/** Everything that the rules find in a text, in the order of the text. */
export function findPrivate(text: string, { groups, keep }: Search, traits: number = traitsOf(text)): Finding[] {
  const seen = (traits & (TRAIT.foreign | TRAIT.backslash)) === 0 ? text : plainForms(text);
  const findings = collectAll(seen, groups, seen === text ? traits : traits | traitsOf(seen));
  if (findings.length === 0) return findings;
  const kept = keep.length === 0 ? [] : merged(placesOf(text, keep));
  const placeholders = text.includes("[") ? placesOf(text, [PLACEHOLDER]) : [];
  return findings
    .flatMap((finding) => outside(placeholders, finding))
    .filter((finding) => !isKept(kept, finding))
    .sort((one, other) => one.start - other.start || other.end - one.end);
}

/** Whether the rules find nothing in a sentence of plain words. */
export function isPublic(plain: string, { always }: Search): boolean {
  return collectAll(plain, always, 0).length === 0;
}

/** What the rules find whose needs the traits meet. */
function collectAll(text: string, groups: readonly RuleGroup[], traits: number): Finding[] {
  const findings: Finding[] = [];
  for (const { needs, hint, rules } of groups) {
    if ((needs & traits) !== needs || (hint !== undefined && !hint.test(text))) continue;
    for (const rule of rules) if (rule.hint === undefined || rule.hint.test(text)) collect(text, rule, findings);
  }
  return findings;
}

function collect(text: string, rule: RunnableRule, findings: Finding[]): void {
  const { pattern, id, kind, locate = privateOf } = rule;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const span = locate(match);
    if (span !== undefined && span.end > span.start) {
      findings.push({ start: span.start, end: span.end, kind, rule: id });
      if (span.end > pattern.lastIndex) pattern.lastIndex = span.end;
    }
    if (match[0] === "") pattern.lastIndex += 1;
  }
}

/** What an earlier pass put in place of private things is none itself, and neither is a part of it. */
const PLACEHOLDER = /\[(?:credential|host|path|stack)\]/g;

function outside(placeholders: readonly Span[], finding: Finding): Finding[] {
  const start = placeAt(placeholders, finding.start)?.end ?? finding.start;
  const end = placeAt(placeholders, finding.end - 1)?.start ?? finding.end;
  return start < end ? [{ ...finding, start, end }] : [];
}

/**
 * What its owner calls public stays. A host or a path goes with the URL around it, so one word in it keeps the whole; a
 * credential is only kept if it is named whole.
 */
function isKept(kept: readonly Span[], { kind, start, end }: Finding): boolean {
  if ((placeAt(kept, start)?.end ?? -1) >= end) return true;
  const last = lastFrom(kept, end - 1);
  return (kind === "host" || kind === "path") && last !== undefined && last.end > start;
}

/** The place that an offset lies in, of places in the order of the text that do not overlap. */
function placeAt(places: readonly Span[], offset: number): Span | undefined {
  const place = lastFrom(places, offset);
  return place !== undefined && offset < place.end ? place : undefined;
}

/** The last of such places that begins at or before an offset. */
function lastFrom(places: readonly Span[], offset: number): Span | undefined {
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
function merged(places: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const place of [...places].sort((one, other) => one.start - other.start)) {
    const last = spans.at(-1);
    if (last === undefined || place.start > last.end) spans.push(place);
    else spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
  }
  return spans;
}

function placesOf(text: string, patterns: readonly RegExp[]): Span[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
}

/** Findings that overlap or touch become one, of the kind of the longest. */
function joined(findings: readonly Finding[]): Finding[] {
  const spans: Finding[] = [];
  for (const finding of findings) {
    const last = spans.at(-1);
    if (last === undefined || finding.start > last.end) {
      spans.push(finding);
      continue;
    }
    const longest = finding.end - finding.start > last.end - last.start ? finding : last;
    spans[spans.length - 1] = { ...longest, start: last.start, end: Math.max(last.end, finding.end) };
  }
  return spans;
}
