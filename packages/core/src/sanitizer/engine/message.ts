import { Draft, type Edit } from "./draft.ts";
import { late } from "./late.ts";
import { foundIn, PLACEHOLDERS, type RemovedPart, redactDraft, type Search } from "./redact.ts";
import type { Finding } from "./rule.ts";
import { sentenceLength, startOfMeaning, wordsUpTo } from "./sentence.ts";
import type { Settings } from "./settings.ts";
import { TRAIT } from "./traits.ts";
import { invisibleParts, looseSpaces } from "./visible.ts";

/** A message that is safe to send, and the parts that were removed from it. */
export interface SanitizedMessage {
  /** One sentence with nothing private in it. Empty if nothing was left or the value was not a string. */
  readonly message: string;
  /** The removed parts, in the order in which they were found. Empty if `message` is the given string, apart from white space. */
  readonly removed: readonly RemovedPart[];
}

/** The maximum number of code units to read, so that a message of megabytes costs no more than a page. */
const READ_LENGTH = 8_000;

/**
 * The maximum number of rounds. Each round runs all steps, and shortens or settles the message. A message that never settles is
 * not sent.
 */
const MAX_ROUNDS = 8;

/** Replaces the rest of a sentence that is too long. */
const ELLIPSIS = "…";

/** Traits of characters that may be invisible. */
const HIDING = TRAIT.control | TRAIT.foreign;

/** Traits of white space other than a single space between two words. */
const SPACED = TRAIT.lineBreak | TRAIT.looseSpace;

/** Traits that the rules do not settle, so that a message with one needs the other steps too. */
const UNSETTLED = HIDING | SPACED | TRAIT.moreText;

const NOTHING: readonly RemovedPart[] = Object.freeze([]);

export const NO_MESSAGE: SanitizedMessage = Object.freeze({ message: "", removed: NOTHING });

export const FAILED: SanitizedMessage = Object.freeze({
  message: "",
  removed: Object.freeze([{ kind: "rest", rule: "unsettled", index: 0 }] as const),
});

/** Makes one safe sentence. Most messages need no step: one look shows that, and the message is remembered. */
export function safeSentence(text: string, settings: Settings): SanitizedMessage {
  const { maxLength, clean } = settings;
  if (text.length > maxLength) return settle(text, settings, undefined);
  if (clean.has(text)) return { message: text, removed: NOTHING };
  const inspection = inspect(text, settings.search());
  const needsNoStep = inspection.findings.length === 0 && (inspection.traits & UNSETTLED) === 0;
  const result = needsNoStep ? { message: text, removed: NOTHING } : settle(text, settings, inspection);
  if (result.message === text) clean.add(text);
  return result;
}

/** Repeats the steps until none changes the message. `inspection` holds the findings in the whole message. */
function settle(text: string, settings: Settings, inspection: Inspection | undefined): SanitizedMessage {
  const draft = new Draft(upToWord(text, READ_LENGTH).toWellFormed());
  const removed: RemovedPart[] = [];
  if (text.length > READ_LENGTH) removed.push({ kind: "rest", rule: "not-looked-at", index: draft.text.length });
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = draft.text;
    takeSteps(draft, settings, removed, round === 0 && before === text ? inspection : undefined);
    if (draft.text === before) return { message: before, removed };
  }
  return FAILED;
}

/** Applies the steps to a message, in order. */
function takeSteps(draft: Draft, settings: Settings, removed: RemovedPart[], known: Inspection | undefined): void {
  const search = settings.search();
  const { traits, findings } = dropInvisible(draft, search, removed, known);
  redactDraft(draft, search, removed, findings);
  dropStacks(draft);
  beginWithMeaning(draft, removed);
  if ((traits & (TRAIT.lineBreak | HIDING)) !== 0) endAfterFirstLine(draft, removed);
  if (findings.length > 0 || (traits & (SPACED | HIDING)) !== 0) draft.replace(looseSpaces(draft.text));
  endAfterFirstSentence(draft, removed);
  endAtLength(draft, settings.maxLength, removed);
}

/** The traits of a string, and what the rules found in it. */
interface Inspection {
  readonly traits: number;
  readonly findings: readonly Finding[];
}

function inspect(text: string, search: Search): Inspection {
  const traits = search.scanner.read(text);
  return { traits, findings: foundIn(text, search, traits) };
}

/** Drops invisible characters, which could hide something from the rules. Returns what the rules find afterwards. */
function dropInvisible(
  draft: Draft,
  search: Search,
  removed: RemovedPart[],
  known: Inspection | undefined,
): Inspection {
  const inspection = known ?? inspect(draft.text, search);
  const hidden = (inspection.traits & HIDING) === 0 ? [] : invisibleParts(draft.text);
  if (hidden.length === 0) return inspection;
  for (const { start } of hidden) {
    removed.push({ kind: "control", rule: "invisible-characters", index: draft.originOf(start) });
  }
  draft.replace(hidden);
  return inspect(draft.text, search);
}

/** Drops the placeholders of stacks, which no sentence needs. White space before them and brackets around them go too. */
function dropStacks(draft: Draft): void {
  const { text } = draft;
  const edits: Edit[] = [];
  for (let at = text.indexOf(PLACEHOLDERS.stack); at >= 0; at = text.indexOf(PLACEHOLDERS.stack, at + 1)) {
    let start = at;
    let end = at + PLACEHOLDERS.stack.length;
    if (text[start - 1] === "(" && text[end] === ")") {
      start -= 1;
      end += 1;
    }
    while (start > 0 && text.charAt(start - 1).trim() === "") start -= 1;
    edits.push({ start, end, by: "" });
  }
  draft.replace(edits);
}

function beginWithMeaning(draft: Draft, removed: RemovedPart[]): void {
  const start = startOfMeaning(draft.text);
  if (start === 0) return;
  removed.push({ kind: "rest", rule: "says-nothing", index: draft.originOf(0) });
  draft.replace([{ start: 0, end: start, by: "" }]);
}

/** The first nonempty line of a string, with what is before it. */
const FIRST_LINE = /[\s\u0085]*[^\n\v\f\r\u0085\u2028\u2029]*/;

function endAfterFirstLine(draft: Draft, removed: RemovedPart[]): void {
  const { 0: line } = FIRST_LINE.exec(draft.text) as RegExpExecArray;
  endAt(draft, line.length, "further-lines", removed);
}

function endAfterFirstSentence(draft: Draft, removed: RemovedPart[]): void {
  endAt(draft, sentenceLength(draft.text), "second-sentence", removed);
}

function endAtLength(draft: Draft, maxLength: number, removed: RemovedPart[]): void {
  if (draft.text.length <= maxLength) return;
  endAt(draft, wordsUpTo(draft.text, maxLength - ELLIPSIS.length), "too-long", removed, ELLIPSIS);
}

function endAt(draft: Draft, length: number, rule: string, removed: RemovedPart[], by = ""): void {
  const { text } = draft;
  if (length >= text.length) return;
  if (text.slice(length).trim() !== "") removed.push({ kind: "rest", rule, index: draft.originOf(length) });
  draft.replace([{ start: length, end: text.length, by }]);
}

const SEPARATOR = late(String.raw`[\s\p{Cc}\p{Cf}]`, "gu");

/**
 * Returns the beginning of a string, up to the end of a word, because no rule may see half a token. Invisible characters end a
 * word too, because they are dropped before the rules look.
 */
export function upToWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const parts = [...text.slice(0, length).matchAll(SEPARATOR())];
  return text.slice(0, parts.at(-1)?.index ?? length);
}
