import { visibleLine } from "../reports/visible.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { tryOr } from "../untrusted/attempt.ts";
import { CUT } from "./started-json.ts";

/** The maximum number of UTF-16 code units of a sentence to show. */
const SENTENCE = 160;

/** How many UTF-16 code units of a foreign string are read for each one that is shown. */
const EXAMINED = 4;

/** Returns the sentence that a sanitizer makes of a string. Never throws, even if the service wrote the sanitizer itself. */
export function safeSentence(text: string, sanitizer: Sanitizer): string {
  const safe: unknown = tryOr(() => sanitizer.message(text).message, "");
  return typeof safe === "string" ? safe : "";
}

/**
 * Returns a sentence that may leave the company: on one line, of limited length, and without anything that the service's sanitizer or the
 * default one removes.
 */
export function sharedSentence(text: string, sanitizer: Sanitizer): string {
  const whole = text.endsWith(CUT) ? withoutCutWord(text) : text;
  const own = sanitizer === DEFAULT_SANITIZER ? whole : safeSentence(whole, sanitizer);
  return visibleLine(safeSentence(own, DEFAULT_SANITIZER), SENTENCE);
}

/** A word that was cut off is not shown, because no rule recognizes half of a credential. */
function withoutCutWord(text: string): string {
  return `${text.slice(0, Math.max(text.lastIndexOf(" "), 0))}${CUT}`;
}

/** Returns a name (a route, a class, a code) that may leave the company, on one line, of limited length. */
export function sharedName(name: string, limit: number): string {
  return visibleLine(DEFAULT_SANITIZER.logText(name.slice(0, limit * EXAMINED)), limit);
}
