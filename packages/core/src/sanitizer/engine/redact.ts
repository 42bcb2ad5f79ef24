import { isPublicId } from "../rules/credentials/public-id.ts";
import { runnableRules } from "../rules/runnable.ts";
import { looksRandom } from "../rules/shared/values.ts";
import { Draft, type Edit, lastFrom } from "./draft.ts";
import type { Finding, PrivateKind, RunnableRule, Span } from "./rule.ts";
import { RuleScanner, searchAll } from "./rule-scanner.ts";
import { TRAIT } from "./traits.ts";
import { plainForms, withoutEscapes } from "./visible.ts";

/** A part that was removed from a string. It contains nothing of the string itself. */
export interface RemovedPart {
  /** The kind of part: something private, something invisible, or the rest around the sentence that was kept. */
  readonly kind: PrivateKind | "control" | "rest";
  /** The id of the rule that found it. */
  readonly rule: string;
  /** Where it began in the given string, in UTF-16 code units. */
  readonly index: number;
}

/** The placeholder for each kind of private data. */
export const PLACEHOLDERS = {
  credential: "[credential]",
  host: "[host]",
  path: "[path]",
  stack: "[stack]",
} as const satisfies Readonly<Record<PrivateKind, string>>;

/** How a string is searched. */
export interface Search {
  /** The rules that look only at strings with their triggers. */
  readonly scanner: RuleScanner;
  /** 1 for each of those rules that takes part, 0 for the others. */
  readonly enabled: Uint8Array;
  /** Custom rules, which look at every string. */
  readonly own: readonly RunnableRule[];
  /** Expressions for what the sanitizer's options call public. */
  readonly keep: readonly RegExp[];
}

let builtIn: RuleScanner | undefined;

/** Makes a search with the built-in rules and the custom rules `own`, limited to `kinds` if given. */
export function createBuiltInSearch(
  own: readonly RunnableRule[] = [],
  keep: readonly RegExp[] = [],
  kinds?: ReadonlySet<PrivateKind>,
): Search {
  builtIn ??= new RuleScanner(runnableRules());
  const enabled = Uint8Array.from(runnableRules(), ({ kind }) => (kinds?.has(kind) === false ? 0 : 1));
  return { scanner: builtIn, enabled, own: own.filter(({ kind }) => kinds?.has(kind) ?? true), keep };
}

export function createSearch(rules: readonly RunnableRule[]): Search {
  return {
    scanner: new RuleScanner(rules),
    enabled: new Uint8Array(rules.length).fill(1),
    own: rules.filter(({ triggers }) => triggers === undefined),
    keep: [],
  };
}

/** The maximum number of passes over one string. The second finds nothing, unless the first joined parts that were apart. */
const MAX_PASSES = 6;

/**
 * Replaces what the rules find with placeholders, in a string of any length. Sentences and white space stay. Never throws as
 * long as the rules do not.
 *
 * @returns The string in which the last pass found nothing, or the empty string if every pass found something.
 */
export function redactText(
  text: string,
  search: Search = createBuiltInSearch(),
): { text: string; removed: readonly RemovedPart[] } {
  const draft = new Draft(text);
  const removed: RemovedPart[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    if (!redactDraft(draft, search, removed)) return { text: draft.text, removed };
  }
  return { text: "", removed };
}

/** Makes one pass over a draft. Returns whether it changed anything. `findings` are those in the draft, if known. */
export function redactDraft(
  draft: Draft,
  search: Search,
  removed: RemovedPart[],
  findings: readonly Finding[] = findPrivate(draft.text, search),
): boolean {
  if (findings.length === 0) return false;
  for (const { kind, rule, start } of findings) removed.push({ kind, rule, index: draft.originOf(start) });
  draft.replace(joinFindings(findings));
  return true;
}

/** Returns everything that the rules find in a string, in ascending order. */
export function findPrivate(text: string, search: Search): Finding[] {
  return foundIn(text, search, search.scanner.read(text));
}

/** Returns what the rules find in the string that the search read last, which has these traits. */
export function foundIn(text: string, search: Search, traits: number): Finding[] {
  const { keep } = search;
  const all = findInForm(text, search, traits);
  if ((traits & (TRAIT.oddWord | TRAIT.backslash)) !== 0) addEscaped(text, search, all);
  // Most strings end here.
  if (all.length === 0) return all;
  const placeholders = spansOf(text, [PLACEHOLDER]);
  const kept = mergeSpans(spansOf(text, keep));
  return all
    .flatMap((finding) => withoutPlaceholders(placeholders, finding))
    .filter((finding) => !isKept(kept, finding))
    .sort(byPlace);
}

function findInForm(text: string, { scanner, enabled, own }: Search, traits: number): Finding[] {
  const seen = (traits & (TRAIT.foreign | TRAIT.backslash)) === 0 ? text : plainForms(text);
  if (seen !== text) scanner.read(seen);
  const all = scanner.findings(seen, enabled).map((finding) => withTail(seen, finding));
  for (const rule of own) searchAll(seen, rule, all);
  return all;
}

/** What may follow a credential without a space. */
const TAIL = /[.:~]([\w+-]{12,})/y;

/** Returns a finding with the rest of a token that has more parts than its rule knows. */
function withTail(text: string, finding: Finding): Finding {
  if (finding.kind !== "credential") return finding;
  TAIL.lastIndex = finding.end;
  const tail = TAIL.exec(text)?.[1];
  if (tail === undefined || !looksRandom(tail) || isPublicId(tail)) return finding;
  return { ...finding, end: TAIL.lastIndex };
}

/**
 * Adds the findings in the string without its escapes, unless they are part of known findings. The rules look at each level of
 * escaping, because text that is no escape on one level, such as the beginning of `\\share`, may be read as one on the next.
 */
function addEscaped(text: string, search: Search, findings: Finding[]): void {
  for (const draft of withoutEscapes(text)) {
    const known = mergeSpans(findings);
    for (const { start, end, ...finding } of findInForm(draft.text, search, search.scanner.read(draft.text))) {
      const place = { start: draft.originOf(start), end: draft.originOf(end) };
      if ((spanAt(known, place.start)?.end ?? -1) < place.end) findings.push({ ...finding, ...place });
    }
  }
}

/** A placeholder of an earlier pass, which is not private itself. */
export const PLACEHOLDER = /\[(?:credential|host|path|stack)\]/g;

function withoutPlaceholders(placeholders: readonly Span[], finding: Finding): Finding[] {
  const start = spanAt(placeholders, finding.start)?.end ?? finding.start;
  const end = spanAt(placeholders, finding.end - 1)?.start ?? finding.end;
  return start < end ? [{ ...finding, start, end }] : [];
}

/**
 * Whether a finding stays because the options call it public. A host or a path is removed with the URL around it, so one public
 * word keeps all of it. A credential or a stack stays only if all of it is public.
 */
function isKept(kept: readonly Span[], { kind, start, end }: Finding): boolean {
  if ((spanAt(kept, start)?.end ?? -1) >= end) return true;
  const last = lastFrom(kept, end - 1);
  return (kind === "host" || kind === "path") && last !== undefined && last.end > start;
}

function spansOf(text: string, patterns: readonly RegExp[]): Span[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
}

/** Joins findings that overlap or touch into one edit. The longest finding determines the kind. */
function joinFindings(findings: readonly Finding[]): Edit[] {
  const edits: Edit[] = [];
  let { start, end, kind } = findings[0] as Finding;
  for (const finding of findings) {
    if (finding.start > end) {
      edits.push({ start, end, by: PLACEHOLDERS[kind] });
      ({ start, end, kind } = finding);
      continue;
    }
    if (finding.end - finding.start > end - start) kind = finding.kind;
    if (finding.end > end) end = finding.end;
  }
  edits.push({ start, end, by: PLACEHOLDERS[kind] });
  return edits;
}

/** Compares findings by their start; of two with the same start, the longer comes first. */
function byPlace(one: Finding, other: Finding): number {
  return one.start - other.start || other.end - one.end;
}

/** Returns the span that contains an offset. The spans must be in ascending order and must not overlap. */
function spanAt(places: readonly Span[], offset: number): Span | undefined {
  const place = lastFrom(places, offset);
  return place !== undefined && offset < place.end ? place : undefined;
}

function mergeSpans(places: readonly Span[]): Span[] {
  const spans: Span[] = [];
  for (const place of [...places].sort((one, other) => one.start - other.start)) {
    const last = spans.at(-1);
    if (last === undefined || place.start > last.end) spans.push(place);
    else spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
  }
  return spans;
}
