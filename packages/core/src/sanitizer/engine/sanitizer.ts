import { Draft } from "./draft.ts";
import { type Removed, redactText, type Search } from "./redact.ts";
import { optionsOf, type SanitizerOptions, type Settings } from "./sanitizer-options.ts";
import { type Looked, lookAt, settle } from "./settle.ts";
import { TRAIT } from "./traits.ts";
import { withoutInvisible } from "./visible.ts";

/** A text that may leave, and what was taken out of it. */
export interface SanitizedMessage {
  /** One sentence with nothing private in it; empty when nothing was left, or when no text was given. */
  readonly message: string;
  /** What was taken out, in the order in which it was found; empty when `message` is the text as given, but for white space. */
  readonly removed: readonly Removed[];
}

/** Takes out of texts what a client must not see. Made by {@link createSanitizer}; its functions never throw. */
export interface Sanitizer {
  /** Makes one safe sentence of any value; of what is no string it makes an empty one. */
  message(text: unknown): SanitizedMessage;
  /**
   * Removes credentials, stack frames and invisible characters from a string of `detail`; hosts and paths stay. Returns the empty
   * string when it cannot make the string safe.
   */
  detailText(text: string): string;
  /**
   * Removes credentials and invisible characters from a string for a log, such as a stack trace; hosts, paths, stack frames and line
   * breaks stay. It cuts a string over 40,000 characters (UTF-16 code units) after a word and appends `[truncated]`. Returns the empty
   * string when it cannot make the string safe.
   */
  logText(text: string): string;
}

/** Code units that are looked at, so that a text of megabytes costs no more than one of a page. */
const LOOKED_LENGTH = 8_000;

/** The same for a string of a log: a stack trace with its causes is longer than a message. */
const LOGGED_LENGTH = 40_000;

const TRUNCATED = "[truncated]";

/** Rounds over one text; each shortens or settles it. A text that never settles does not leave. */
const MAX_ROUNDS = 8;

/** Traits that ask for another step than the rules. */
const UNSETTLED = TRAIT.lineBreak | TRAIT.looseSpace | TRAIT.control | TRAIT.foreign | TRAIT.moreText;

/** A character that may show nothing. */
const HIDDEN = /[^\t\n\r -~]/;

const NOTHING: readonly Removed[] = Object.freeze([]);

const NO_TEXT: SanitizedMessage = Object.freeze({ message: "", removed: NOTHING });

const FAILED: SanitizedMessage = Object.freeze({
  message: "",
  removed: Object.freeze([{ kind: "rest", rule: "unsettled", index: 0 }] as const),
});

/**
 * Makes a sanitizer for a company's own needs; the contract takes one.
 *
 * @throws TypeError that names the option and what it may hold, or the example that a rule of your own gets wrong.
 * @example
 * const sanitizer = createSanitizer({ internalHosts: ["acme.net"], keep: ["status.acme.net"] });
 * const contract = createContract(acme, { sanitizer });
 */
export function createSanitizer(options: SanitizerOptions = {}): Sanitizer {
  const settings = optionsOf(options);
  return Object.freeze({
    message: (text: unknown) => (typeof text === "string" ? triedSentence(text, settings) : NO_TEXT),
    detailText: (text: string) => triedText(text, settings, safeDetail),
    logText: (text: string) => triedText(text, settings, safeLog),
  });
}

/** Engines give up on an expression for a text of many megabytes; such a text does not leave. */
function triedSentence(text: string, settings: Settings): SanitizedMessage {
  try {
    return sentenceOf(text, settings);
  } catch {
    return FAILED;
  }
}

function triedText(text: unknown, settings: Settings, safe: (text: string, settings: Settings) => string): string {
  try {
    return typeof text === "string" ? safe(text, settings) : "";
  } catch {
    return "";
  }
}

/** The sanitizer of everyone who has made none. */
export const DEFAULT_SANITIZER: Sanitizer = createSanitizer();

const MADE = new WeakMap<object, Sanitizer>();

/**
 * Makes one safe sentence of a text that an author wrote and interpolated into (the contract, section 2.1, rule 1):
 * credentials, internal hosts, file paths and stack frames are replaced, invisible characters and all but the first
 * sentence that says something are dropped, and at most 500 characters are left. The same text gives the same sentence, and a sanitized text is not
 * changed again. Never throws; a value that is no string gives an empty message, and options that {@link createSanitizer}
 * would refuse count as none.
 *
 * @example
 * sanitizeMessage("Could not reach redis:6379. Try later").message; // "Could not reach [host]."
 */
export function sanitizeMessage(text: unknown, options?: SanitizerOptions): SanitizedMessage {
  return sanitizerFor(options).message(text);
}

/** One sanitizer for one object of options, however often it is given. */
function sanitizerFor(options: SanitizerOptions | undefined): Sanitizer {
  if (typeof options !== "object" || options === null) return DEFAULT_SANITIZER;
  let sanitizer = MADE.get(options);
  if (sanitizer === undefined) {
    try {
      sanitizer = createSanitizer(options);
    } catch {
      sanitizer = DEFAULT_SANITIZER;
    }
    MADE.set(options, sanitizer);
  }
  return sanitizer;
}

function sentenceOf(text: string, settings: Settings): SanitizedMessage {
  const { maxLength, clean } = settings;
  if (text.length > maxLength) return settledMessage(text, settings, undefined);
  if (clean.has(text)) return cleanMessage(text);
  const looked = lookAt(text, settings.search());
  const untouched = looked.findings.length === 0 && (looked.traits & UNSETTLED) === 0;
  const result = untouched ? cleanMessage(text) : settledMessage(text, settings, looked);
  if (result.message === text && result.removed.length === 0) clean.add(text);
  return result;
}

function settledMessage(text: string, settings: Settings, looked: Looked | undefined): SanitizedMessage {
  const { settled } = settings;
  const draft = new Draft(upToWord(text, LOOKED_LENGTH).toWellFormed());
  const removed: Removed[] = [];
  if (text.length > LOOKED_LENGTH) removed.push({ kind: "rest", rule: "not-looked-at", index: draft.text.length });
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = draft.text;
    if (round > 0 && settled.has(before)) return { message: before, removed };
    const { length } = removed;
    settle(draft, settings, removed, round === 0 && before === text ? looked : undefined);
    if (draft.text !== before) continue;
    if (round > 0 && removed.length === length) settled.add(before);
    return { message: before, removed };
  }
  return FAILED;
}

function safeDetail(text: string, settings: Settings): string {
  if (settings.cleanDetail.has(text)) return text;
  const safe = safeText(text, settings.detailSearch());
  if (safe === text) settings.cleanDetail.add(text);
  return safe;
}

function safeLog(text: string, settings: Settings): string {
  const looked = upToWord(text, LOGGED_LENGTH);
  return `${safeText(looked, settings.logSearch())}${looked.length < text.length ? TRUNCATED : ""}`;
}

/** A string without what a search finds and without invisible characters; empty when it is not safe after the last pass. */
function safeText(text: string, search: Search): string {
  return redactText(HIDDEN.test(text) ? withoutInvisible(text) : text, search).text;
}

function cleanMessage(text: string): SanitizedMessage {
  return { message: text, removed: NOTHING };
}

/**
 * A text cut between two words: half a token may be one that no rule knows. What is invisible parts words too, since it
 * is dropped before the rules look.
 */
function upToWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const parts = [...text.slice(0, length).matchAll(/[\s\p{Cc}\p{Cf}]/gu)];
  return text.slice(0, parts.at(-1)?.index ?? length);
}
