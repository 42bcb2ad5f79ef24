import { FAILED, NO_MESSAGE, type SanitizedMessage, safeSentence, upToWord } from "./message.ts";
import { redactText, type Search } from "./redact.ts";
import { optionsOf, type SanitizerOptions, type Settings } from "./sanitizer-options.ts";
import { withoutInvisible } from "./visible.ts";

/** Removes from strings what a client must not see. Made by {@link createSanitizer}; its functions never throw. */
export interface Sanitizer {
  /** Makes one safe sentence of any value. A value that is not a string gives an empty message. */
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

/** How many code units of a string for a log are read. A stack trace with its causes is longer than a message. */
const LOGGED_LENGTH = 40_000;

const TRUNCATED = "[truncated]";

/** A character that may be invisible. */
const HIDDEN = /[^\t\n\r -~]/;

/**
 * Makes a sanitizer for a company's own needs. Pass it to `createContract`.
 *
 * @throws TypeError that names the option and the values it accepts, or the example that a custom rule gets wrong.
 * @example
 * const sanitizer = createSanitizer({ internalHosts: ["acme.net"], keep: ["status.acme.net"] });
 * const contract = createContract(acme, { sanitizer });
 */
export function createSanitizer(options: SanitizerOptions = {}): Sanitizer {
  const settings = optionsOf(options);
  return Object.freeze({
    message: (text: unknown) =>
      typeof text === "string" ? tried(() => safeSentence(text, settings), FAILED) : NO_MESSAGE,
    detailText: (text: string) => (typeof text === "string" ? tried(() => safeDetail(text, settings), "") : ""),
    logText: (text: string) => (typeof text === "string" ? tried(() => safeLog(text, settings), "") : ""),
  });
}

/** A regular expression may throw on a string of many megabytes. Such a string is not sent. */
function tried<Safe>(make: () => Safe, otherwise: Safe): Safe {
  try {
    return make();
  } catch {
    return otherwise;
  }
}

/** The sanitizer of a contract that gets none. */
export const DEFAULT_SANITIZER: Sanitizer = createSanitizer();

const MADE = new WeakMap<object, Sanitizer>();

/**
 * Makes one safe sentence of a message that an author wrote and interpolated values into (the contract, section 2.1, rule 1).
 * It replaces credentials, internal hosts, file paths and stack frames. It drops invisible characters and all but the first
 * sentence that says something, and leaves at most 500 characters. The same message gives the same sentence, and a sanitized
 * message does not change again. Never throws. A value that is not a string gives an empty message, and options that
 * {@link createSanitizer} would refuse count as none.
 *
 * @example
 * sanitizeMessage("Could not reach redis:6379. Try later").message; // "Could not reach [host]."
 */
export function sanitizeMessage(text: unknown, options?: SanitizerOptions): SanitizedMessage {
  return sanitizerFor(options).message(text);
}

/** Returns the same sanitizer each time for the same object of options. */
function sanitizerFor(options: SanitizerOptions | undefined): Sanitizer {
  if (typeof options !== "object" || options === null) return DEFAULT_SANITIZER;
  let sanitizer = MADE.get(options);
  if (sanitizer === undefined) {
    sanitizer = tried(() => createSanitizer(options), DEFAULT_SANITIZER);
    MADE.set(options, sanitizer);
  }
  return sanitizer;
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

/** Returns a string without its findings and invisible characters, or the empty string if it is not safe after the last pass. */
function safeText(text: string, search: Search): string {
  return redactText(HIDDEN.test(text) ? withoutInvisible(text) : text, search).text;
}
