import { createSanitizer, type RemovedPart, type SanitizedMessage, type Sanitizer } from "@uhp-errors/core";
import { aligned } from "./align.ts";
import { reasonToStay } from "./reasons.ts";

/** A part of the given text. */
export interface Part {
  readonly text: string;
  /** What took it out; `undefined` for what stays. */
  readonly removal: RemovedPart | undefined;
  /** Why a part that looks technical stays. */
  readonly stays: string | undefined;
}

export interface ExplainedMessage {
  readonly result: SanitizedMessage;
  readonly parts: readonly Part[];
}

const DEFAULT = createSanitizer();

/**
 * A sanitizer with the two options that the reader types as lists, separated by commas.
 *
 * @throws TypeError that names the option and what it may hold.
 */
export function sanitizerWith(keep: string, internalHosts: string): Sanitizer {
  return createSanitizer({ keep: listOf(keep), internalHosts: listOf(internalHosts) });
}

function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** What makes a word of four characters look technical. */
const SIGN = /[\d@/\\:_=-]/;

/** Names of hosts and of files in any other word. */
const DOTTED = /(?<![\p{L}\d-])[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;

/** The sanitized message, and the text in parts: each removal with its rule, and what looks technical but stays with the reason. */
export function explainedMessage(text: string, sanitizer = DEFAULT): ExplainedMessage {
  const result = sanitizer.message(text);
  const spans = aligned(text, result);
  const parts = spans.flatMap(({ start, end, removal }): Part[] => {
    const part = text.slice(start, end);
    return removal === undefined ? kept(part) : [{ text: part, removal, stays: undefined }];
  });
  return { result, parts };
}

function kept(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { found, index } of technical(text)) {
    const word = found.replace(/(?<![.,;:!?)\]"'])[.,;:!?)\]"']+$/, "");
    const stays = reasonToStay(word);
    if (stays === undefined) continue;
    if (index > from) parts.push({ text: text.slice(from, index), removal: undefined, stays: undefined });
    parts.push({ text: word, removal: undefined, stays });
    from = index + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), removal: undefined, stays: undefined });
  return parts;
}

/** Words that a reader may expect to be taken out: they contain digits, dots, slashes and the like. */
function* technical(text: string): Generator<{ readonly found: string; readonly index: number }> {
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (word.length >= 4 && SIGN.test(word)) yield { found: word, index };
    else for (const name of word.matchAll(DOTTED)) yield { found: name[0], index: index + name.index };
  }
}
