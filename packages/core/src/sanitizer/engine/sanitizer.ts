import { tryOr } from "../../untrusted/attempt.ts";
import { FAILED, NO_MESSAGE, type SanitizedMessage, safeSentence, upToWord } from "./message.ts";
import { redactText, type Search } from "./redact.ts";
import { createSettings, type Settings } from "./settings.ts";
import { withoutInvisible } from "./visible.ts";

/** Removes from strings what a client must not see. Made by `createSanitizer`; its functions never throw. */
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

/** Makes a sanitizer that works by these settings. A regular expression may throw on a string of many megabytes, which is not sent. */
export function sanitizerOf(settings: Settings): Sanitizer {
  return Object.freeze({
    message: (text: unknown) =>
      typeof text === "string" ? tryOr(() => safeSentence(text, settings), FAILED) : NO_MESSAGE,
    detailText: (text: string) => (typeof text === "string" ? safeDetail(text, settings) : ""),
    logText: (text: string) => (typeof text === "string" ? tryOr(() => safeLog(text, settings), "") : ""),
  });
}

/** The sanitizer of a contract that gets none. */
export const DEFAULT_SANITIZER: Sanitizer = sanitizerOf(createSettings());

function safeDetail(text: string, settings: Settings): string {
  if (settings.cleanDetail.has(text)) return text;
  const safe = tryOr(() => safeText(text, settings.detailSearch()), "");
  if (safe === text) settings.cleanDetail.add(text);
  return safe;
}

function safeLog(text: string, settings: Settings): string {
  const beginning = upToWord(text, LOGGED_LENGTH);
  return `${safeText(beginning, settings.logSearch())}${beginning.length < text.length ? TRUNCATED : ""}`;
}

/** Returns a string without its findings and invisible characters, or the empty string if it is not safe after the last pass. */
function safeText(text: string, search: Search): string {
  return redactText(HIDDEN.test(text) ? withoutInvisible(text) : text, search).text;
}
