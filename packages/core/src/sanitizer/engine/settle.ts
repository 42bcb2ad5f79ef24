import type { Draft, Edit } from "./draft.ts";
import { foundIn, PLACEHOLDERS, type Removed, redactDraft, type Search } from "./redact.ts";
import type { Finding } from "./rule.ts";
import type { Settings } from "./sanitizer-options.ts";
import { sentenceLength, wordsUpTo } from "./sentence.ts";
import { firstTelling } from "./telling.ts";
import { TRAIT } from "./traits.ts";
import { invisibleParts, looseSpaces } from "./visible.ts";

/** What stands for the rest of a sentence that is too long. */
const ELLIPSIS = "…";

/** Traits that characters have which show nothing, and some that do. */
const HIDING = TRAIT.control | TRAIT.foreign;

/** Traits of white space that is more than a space between two words. */
const SPACED = TRAIT.lineBreak | TRAIT.looseSpace;

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** What a look at a text tells. */
export interface Looked {
  readonly traits: number;
  readonly findings: readonly Finding[];
}

/** Looks at a text for what is private in it. */
export function lookAt(text: string, search: Search): Looked {
  const traits = search.lookout.read(text);
  return { traits, findings: foundIn(text, search, traits) };
}

/** Takes out of a draft, once, what must not leave, and whatever is more than a sentence. */
export function settle(draft: Draft, settings: Settings, removed: Removed[], known?: Looked): void {
  const { maxLength } = settings;
  const search = settings.search();
  const first = known ?? lookAt(draft.text, search);
  const hidden = (first.traits & HIDING) === 0 ? [] : invisibleParts(draft.text);
  for (const { start } of hidden) {
    removed.push({ kind: "control", rule: "invisible-characters", index: draft.originOf(start) });
  }
  draft.replace(hidden);
  const { traits, findings } = hidden.length === 0 ? first : lookAt(draft.text, search);
  redactDraft(draft, search, removed, findings);
  // Few texts have a placeholder.
  if (draft.text.includes("[")) draft.replace(stacksIn(draft.text));
  beginAt(draft, firstTelling(draft.text), removed);
  if ((traits & (TRAIT.lineBreak | HIDING)) !== 0) endAt(draft, lineLength(draft.text), "further-lines", removed);
  if (findings.length > 0 || (traits & (SPACED | HIDING)) !== 0) draft.replace(looseSpaces(draft.text));
  endAt(draft, sentenceLength(draft.text), "second-sentence", removed);
  if (draft.text.length <= maxLength) return;
  endAt(draft, wordsUpTo(draft.text, maxLength - ELLIPSIS.length), "too-long", removed, ELLIPSIS);
}

/** How long a text is up to the end of its first line that is not empty. */
function lineLength(text: string): number {
  const margin = text.length - text.trimStart().length;
  const line = text.slice(margin).search(LINE_BREAK);
  return line < 0 ? text.length : margin + line;
}

/** Placeholders of stacks, which leave nothing in a sentence: with the white space before them, or a bracket around them. */
function stacksIn(text: string): Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf(PLACEHOLDERS.stack); at >= 0; at = text.indexOf(PLACEHOLDERS.stack, at + 1)) {
    let start = at;
    let end = at + PLACEHOLDERS.stack.length;
    if (text[start - 1] === "(" && text[end] === ")") {
      start -= 1;
      end += 1;
    }
    const least = edits.at(-1)?.end ?? 0;
    while (start > least && text.charAt(start - 1).trim() === "") start -= 1;
    edits.push({ start, end, by: "" });
  }
  return edits;
}

function beginAt(draft: Draft, start: number, removed: Removed[]): void {
  if (start === 0) return;
  removed.push({ kind: "rest", rule: "says-nothing", index: draft.originOf(0) });
  draft.replace([{ start: 0, end: start, by: "" }]);
}

function endAt(draft: Draft, length: number, rule: string, removed: Removed[], by = ""): void {
  const { text } = draft;
  if (length >= text.length) return;
  if (text.slice(length).trim() !== "") removed.push({ kind: "rest", rule, index: draft.originOf(length) });
  draft.replace([{ start: length, end: text.length, by }]);
}
