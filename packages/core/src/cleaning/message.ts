import { PLACEHOLDERS, type RemovedPart } from "../sanitizer/engine/redact.ts";
import type { Sanitizer } from "../sanitizer/engine/sanitizer.ts";

/** The result of guarding a message that an author wrote for a client. */
export interface GuardedMessage {
  /** One safe sentence. */
  readonly message: string;
  /** Whether any part of the author's message was left out, so that the operator can be informed. */
  readonly withheld: boolean;
  /** The parts that were removed from it. */
  readonly removed: readonly RemovedPart[];
}

const NOTHING: readonly RemovedPart[] = Object.freeze([]);

/**
 * Turns a string into the one sentence that may be sent (the contract, section 2.1, rule 1). If the rest says nothing, `fallback` is sent
 * instead. Accepts any value. Never throws, even if a sanitizer does.
 *
 * @param text The message by the error's author, if any.
 * @param fallback A sentence known to be safe: the code's own default message.
 */
export function guardMessage(text: unknown, fallback: string, sanitizer: Sanitizer): GuardedMessage {
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

/** Whether a message contains more than placeholders and punctuation, which say nothing to a client. */
function saysSomething(message: string): boolean {
  const rest = Object.values(PLACEHOLDERS).reduce((text, placeholder) => text.replaceAll(placeholder, ""), message);
  return /[\p{L}\p{N}]/u.test(rest);
}
