import { tryOr } from "../../untrusted/attempt.ts";
import type { SanitizedMessage } from "./message.ts";
import { DEFAULT_SANITIZER, type Sanitizer, sanitizerOf } from "./sanitizer.ts";
import { readOptions, type SanitizerOptions } from "./sanitizer-options.ts";

/**
 * Makes a sanitizer for a company's own needs. Pass it to `createContract`.
 *
 * @throws TypeError that names the option and the values it accepts, or the example that a custom rule gets wrong.
 * @example
 * const sanitizer = createSanitizer({ internalHosts: ["acme.net"], keep: ["status.acme.net"] });
 * const contract = createContract(acme, { sanitizer });
 */
export function createSanitizer(options: SanitizerOptions = {}): Sanitizer {
  return sanitizerOf(readOptions(options));
}

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
  const known = MADE.get(options);
  if (known !== undefined) return known;
  const sanitizer = tryOr(() => createSanitizer(options), DEFAULT_SANITIZER);
  MADE.set(options, sanitizer);
  return sanitizer;
}
