import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { BUILT_IN_CODES } from "../catalog/built-in-codes.ts";
import { CODES, type CodeDefinition } from "../codes/index.ts";
import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";
import { guardMessage } from "./message.ts";

/** The messages of this library. A test checks that the sanitizer leaves each unchanged. */
const LIBRARY_MESSAGES: ReadonlySet<string> = new Set(
  [...Object.values(CODES), ...Object.values(BUILT_IN_CODES)].map(({ message }) => message),
);

/** Definitions whose message the built-in rules leave unchanged. They are frozen, so one check is enough. */
const CLEAN = new WeakSet<CodeDefinition>();

/** Whether it is known that the built-in rules leave the message of a definition unchanged. */
export function hasCleanMessage(definition: CodeDefinition): boolean {
  return CLEAN.has(definition) || LIBRARY_MESSAGES.has(definition.message);
}

/**
 * Checks the messages of a catalog's own codes at start-up.
 *
 * @throws TypeError that names the code and what its message may not contain.
 */
export function assertCleanMessages(catalog: AnyCatalog): void {
  for (const [code, definition] of Object.entries(catalog.codes)) {
    if (hasCleanMessage(definition)) continue;
    const { withheld, removed } = guardMessage(definition.message, "", DEFAULT_SANITIZER);
    if (withheld) {
      const found = removed.map(({ kind, rule, index }) => ` (${kind} at ${index}, rule ${rule})`).join("");
      throw new TypeError(
        `code "${code}": its row needs a message: one sentence of at most 500 characters without a credential, host or path${found}`,
      );
    }
    if (Object.isFrozen(definition)) CLEAN.add(definition);
  }
}
