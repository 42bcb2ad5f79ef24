import { createSanitizer, type RemovedPart, type SanitizedMessage, type Sanitizer } from "@uhp-errors/core";
import { aligned } from "./align.ts";
import { reasonToStay } from "./reasons.ts";

/** A stretch of the text that was given. */
export interface Part {
  readonly text: string;
  /** What took it out; `undefined` for what stays. */
  readonly removal: RemovedPart | undefined;
  /** Of what stays and looks technical: why. */
  readonly stays: string | undefined;
}

export interface ExplainedMessage {
  readonly result: SanitizedMessage;
  readonly parts: readonly Part[];
}

const DEFAULT = createSanitizer();

/**
 * A sanitizer with the two options of which a reader types the values, with commas between them.
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

/** Words that a reader may have expected to be taken out: they hold digits, dots, slashes and the like. */
const TECHNICAL = /(?=\S*[\d@/\\:_=-])\S{4,}|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu;

/** What leaves of a text, and the text in parts: each removal in its place with its rule, and what stays with the reason. */
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
  for (const { 0: found, index } of text.matchAll(TECHNICAL)) {
    const word = found.replace(/[.,;:!?)\]"']+$/, "");
    const stays = reasonToStay(word);
    if (stays === undefined) continue;
    if (index > from) parts.push({ text: text.slice(from, index), removal: undefined, stays: undefined });
    parts.push({ text: word, removal: undefined, stays });
    from = index + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), removal: undefined, stays: undefined });
  return parts;
}
