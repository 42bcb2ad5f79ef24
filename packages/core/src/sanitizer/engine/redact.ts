import { runnableRules } from "../rules/index.ts";
import { Draft, type Edit } from "./draft.ts";
import { withoutEscapes } from "./escapes.ts";
import { Lookout } from "./look.ts";
import type { Finding, PrivateKind, RunnableRule, Span } from "./rule.ts";
import { searchAll } from "./search.ts";
import { inOrder, lastFrom, merged, placeAt } from "./spans.ts";
import { TRAIT } from "./traits.ts";
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

/** What stands in place of a private thing. */
export const PLACEHOLDERS = {
  credential: "[credential]",
  host: "[host]",
  path: "[path]",
  stack: "[stack]",
} as const satisfies Readonly<Record<PrivateKind, string>>;

/** How a text is searched. */
export interface Search {
  /** The rules that look where something stands that they wait for. */
  readonly lookout: Lookout;
  /** What each of them needs, or what no text has if it does not look. */
  readonly needs: Int32Array;
  /** Rules that look at every text. */
  readonly own: readonly RunnableRule[];
  /** What the owner of the sanitizer says is public. */
  readonly keep: readonly RegExp[];
}

/** No text has this trait. */
const NEVER = 1 << 31;

let builtIn: Lookout | undefined;

/** A search by the rules of this package, or by those of some kinds, and by rules of somebody's own. */
export function builtInSearch(
  own: readonly RunnableRule[] = [],
  keep: readonly RegExp[] = [],
  kinds?: ReadonlySet<PrivateKind>,
): Search {
  builtIn ??= new Lookout(runnableRules());
  const needs = Int32Array.from(runnableRules(), (rule) => (kinds?.has(rule.kind) === false ? NEVER : rule.needs));
  return { lookout: builtIn, needs, own: own.filter(({ kind }) => kinds?.has(kind) ?? true), keep };
}

let everything: Search | undefined;

/** The search that every text gets when nobody asked for more. */
function defaultSearch(): Search {
  everything ??= builtInSearch();
  return everything;
}

/** A search by no other rules than some. */
export function searchOf(rules: readonly RunnableRule[]): Search {
  const waiting = rules.filter(({ triggers }) => triggers !== undefined);
  return {
    lookout: new Lookout(waiting),
    needs: Int32Array.from(waiting, ({ needs }) => needs),
    own: rules.filter(({ triggers }) => triggers === undefined),
    keep: [],
  };
}

/** Passes over one text; the second finds nothing unless the first brought things together that stood apart. */
const MAX_PASSES = 6;

/**
 * Replaces what the rules find by placeholders, in a text of any length; sentences and white space stay as they are.
 * Never throws as long as the rules do not.
 *
 * @returns The text in which the last pass found nothing; an empty one when every pass found something.
 */
export function redactText(
  text: string,
  search: Search = defaultSearch(),
): { text: string; removed: readonly Removed[] } {
  const draft = new Draft(text);
  const removed: Removed[] = [];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    if (!redactDraft(draft, search, removed)) return { text: draft.text, removed };
  }
  return { text: "", removed };
}

/** One pass over a draft; tells whether it changed anything. `findings` are those in its text, when they are known. */
export function redactDraft(
  draft: Draft,
  search: Search,
  removed: Removed[],
  findings: readonly Finding[] = findPrivate(draft.text, search),
): boolean {
  if (findings.length === 0) return false;
  for (const { kind, rule, start } of findings) removed.push({ kind, rule, index: draft.originOf(start) });
  draft.replace(joined(findings));
  return true;
}

/** Everything that the rules find in a text, in the order of the text. */
export function findPrivate(text: string, search: Search): Finding[] {
  return foundIn(text, search, search.lookout.read(text));
}

/** The same for the text that the search read last; with its traits. */
export function foundIn(text: string, search: Search, traits: number): Finding[] {
  const { keep } = search;
  const all = foundAsItIs(text, search, traits);
  if ((traits & (TRAIT.oddWord | TRAIT.backslash)) !== 0) addEscaped(text, search, all);
  if (all.length === 0) return all;
  const placeholders = text.includes("[") ? placesOf(text, [PLACEHOLDER]) : [];
  const bare = placeholders.length === 0 ? all : all.flatMap((finding) => outside(placeholders, finding));
  const kept = keep.length === 0 ? [] : merged(placesOf(text, keep));
  const findings = kept.length === 0 ? bare : bare.filter((finding) => !isKept(kept, finding));
  return inOrder(findings);
}

function foundAsItIs(text: string, { lookout, needs, own }: Search, traits: number): Finding[] {
  const seen = (traits & (TRAIT.foreign | TRAIT.backslash)) === 0 ? text : plainForms(text);
  const all = lookout.findings(seen, seen === text ? traits : traits | lookout.read(seen), needs);
  for (const rule of own) searchAll(seen, rule, all);
  return all;
}

/** Adds what is found in the text without its escapes and lies in nothing that was found in the text itself. */
function addEscaped(text: string, search: Search, findings: Finding[]): void {
  const draft = withoutEscapes(text);
  if (draft === undefined) return;
  const known = merged(findings);
  for (const { start, end, ...finding } of foundAsItIs(draft.text, search, search.lookout.read(draft.text))) {
    const place = { start: draft.originOf(start), end: draft.originOf(end) };
    if ((placeAt(known, place.start)?.end ?? -1) < place.end) findings.push({ ...finding, ...place });
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

function placesOf(text: string, patterns: readonly RegExp[]): Span[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
}

/** Findings that overlap or touch become one edit, by the name of the kind of the longest. */
function joined(findings: readonly Finding[]): Edit[] {
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
