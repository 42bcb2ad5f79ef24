import { PLACEHOLDERS, type Removed } from "../sanitizer/engine/redact.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/engine/sanitizer.ts";

/** What became of a text that an author wrote for a client. */
export interface GuardedMessage {
  /** One safe sentence. */
  readonly message: string;
  /** Whether anything of the author's text was left out, so that the operator can be told. */
  readonly withheld: boolean;
  /** What was taken out of it. */
  readonly removed: readonly Removed[];
}

const NOTHING: readonly Removed[] = Object.freeze([]);

/**
 * Turns a text into the one sentence that may leave (the contract, section 2.1, rule 1). When nothing is left that says
 * anything, `fallback` leaves instead. Never throws, not even when a sanitizer does; any value is accepted.
 *
 * @param text What the author of an error wrote, if anything.
 * @param fallback A sentence known to be safe: the code's own default message.
 */
export function guardMessage(
  text: unknown,
  fallback: string,
  sanitizer: Sanitizer = DEFAULT_SANITIZER,
): GuardedMessage {
  if (typeof text !== "string" || text === "") return { message: fallback, withheld: false, removed: NOTHING };
  try {
    const { message, removed } = sanitizer.message(text);
    if (typeof message !== "string") return { message: fallback, withheld: true, removed: NOTHING };
    if (saysSomething(message)) return { message, withheld: message !== text, removed };
    return { message: fallback, withheld: true, removed };
  } catch {
    return { message: fallback, withheld: true, removed: NOTHING };
  }
}

/** Placeholders and punctuation alone tell a client nothing. */
function saysSomething(message: string): boolean {
  const rest = Object.values(PLACEHOLDERS).reduce((text, placeholder) => text.replaceAll(placeholder, ""), message);
  return /[\p{L}\p{N}]/u.test(rest);
}
