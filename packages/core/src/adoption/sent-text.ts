import { textIn } from "../recognize/mapping/own-text.ts";
import { MAX_SENT_START } from "../reports/report.ts";
import type { Sanitizer } from "../sanitizer/index.ts";
import { peek, peekItems } from "../untrusted/peek.ts";
import { safeSentence } from "./shared-text.ts";
import { CUT, parseStart } from "./started-json.ts";

/**
 * What happens to the sentence in a body:
 * - `"kept"`: the contract would send the same one.
 * - `"partly"`: the contract would send it shortened to one sentence, or without its private parts.
 * - `"lost"`: the contract would send another one, usually that of the code.
 * - `"none"`: the body has no sentence, or none that can be read.
 */
export type SentenceFate = "kept" | "partly" | "lost" | "none";

const MAX_READ = 1_000;

const JSON_START = /^\s*[{["]/;
const MARKUP = /<[a-z!/?]/i;

/**
 * Whether a body is a page or another document with markup, whose text is not a sentence for a program. Frameworks also send a plain
 * string as HTML.
 */
function isMarkup(start: string, mediaType: string | undefined): boolean {
  return /[/+]xml$|\+html$/.test(String(mediaType)) || MARKUP.test(start);
}

/**
 * Returns the sentence in a body of which only the beginning may be known: the body itself, or in JSON the first of `message`, `error`,
 * `error.message`, `detail`, `title`, `errors[0].message` and `error_description`. It ends with `…` if it was cut off.
 */
export function sentenceIn(body: string, mediaType: string | undefined): string | undefined {
  const start = body.slice(0, MAX_READ);
  if (JSON_START.test(start)) return sentenceOf(parseStart(start.trim()));
  if (isMarkup(start, mediaType)) return undefined;
  const text = first(textIn(start.trim()));
  return text !== undefined && start.length >= MAX_SENT_START ? `${text}${CUT}` : text;
}

function sentenceOf(value: unknown): string | undefined {
  const [error] = peekItems(peek(value, "errors"), 1);
  return first(textIn(value) ?? textIn(error) ?? textIn(peek(value, "error_description")));
}

function first(text: ReturnType<typeof textIn>): string | undefined {
  return typeof text === "string" ? text : text?.[0];
}

export function compareSentences(sentence: string | undefined, message: string, sanitizer: Sanitizer): SentenceFate {
  if (sentence === undefined) return "none";
  const text = sentence.trim();
  const isCut = text.endsWith(CUT);
  const known = isCut ? text.slice(0, -CUT.length).trimEnd() : text;
  if (message === text || (isCut && known !== "" && message.startsWith(known))) return "kept";
  const safe = safeSentence(text, sanitizer);
  const stem = message.replace(/[.…]$/, "");
  return safe === message || (stem !== "" && text.startsWith(stem)) ? "partly" : "lost";
}

/** The last place where a string of several values or words can be cut. */
const LAST_BREAK = /[\s,;][^\s,;]*$/;

/**
 * Returns the beginning of a body without a sentence, to show it. Returns "" for a page, and for a single word that may have been cut off,
 * because no rule recognizes half of a credential.
 */
export function excerptFrom(body: string, mediaType: string | undefined): string {
  const start = body.slice(0, MAX_READ);
  if (isMarkup(start, mediaType)) return "";
  if (start.length < MAX_SENT_START) return start;
  const end = start.search(LAST_BREAK);
  return end < 0 ? "" : `${start.slice(0, end)}${CUT}`;
}
