import { looksPrivate, stackFrameIndex } from "./private-text.ts";

/** What became of a text that an author wrote for a client. */
export interface GuardedMessage {
  /** One safe sentence. */
  readonly message: string;
  /** Whether anything of the author's text was left out, so that the operator can be told. */
  readonly withheld: boolean;
}

/** UTF-16 code units of a message that leave. */
const MAX_LENGTH = 500;

/** Code units that are looked at, so that a text of megabytes costs no more than a short one. */
const SCANNED_LENGTH = 2_000;

/** Controls, line and paragraph separators, zero-width and bidirectional formatting characters. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/gu;

/** The end of a sentence when another one follows; a common abbreviation or an initial ends none. */
const SENTENCE_END = /(?<!\b(?:[eE]\.g|[iI]\.e|etc|vs|cf|[Nn]o|[A-Z]))[.!?](?= \p{Lu})/u;

/**
 * Turns a text into the one sentence that may leave (the contract, section 2.1, rule 1). A text that seems to hold a
 * credential, an internal host or a file path is replaced whole by `fallback`. Never throws; any value is accepted.
 *
 * @param text What the author of an error wrote, if anything.
 * @param fallback A sentence known to be safe: the code's own default message.
 */
export function guardMessage(text: unknown, fallback: string): GuardedMessage {
  if (typeof text !== "string" || text === "") return { message: fallback, withheld: false };
  const message = oneSentence(text.slice(0, SCANNED_LENGTH));
  if (message === "" || looksPrivate(message)) return { message: fallback, withheld: true };
  return { message, withheld: message !== text };
}

function oneSentence(text: string): string {
  const firstLine = text.trimStart().split(/[\r\n\u2028\u2029]/, 1)[0] ?? "";
  const visible = firstLine.replace(INVISIBLE, " ").replace(/ +/g, " ").trim();
  const sentence = upToSentenceEnd(withoutFrames(visible));
  // A cut through a surrogate pair leaves a lone half, which is no character at all.
  return sentence
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/\ufffd$/u, "")
    .trim();
}

function withoutFrames(text: string): string {
  const index = stackFrameIndex(text);
  return index < 0 ? text : text.slice(0, index).trim();
}

function upToSentenceEnd(text: string): string {
  const end = text.search(SENTENCE_END);
  return end < 0 ? text : text.slice(0, end + 1);
}
