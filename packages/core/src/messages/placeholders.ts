/** A placeholder: braces around a name without white space. Other braces are text. */
export const PLACEHOLDER = /\{([^{}\s]+)\}/g;

/**
 * Returns the names of the placeholders in a sentence, each once, for tests of translations.
 *
 * @example
 * placeholdersIn("At most {max_bytes} bytes."); // ["max_bytes"]
 */
export function placeholdersIn(sentence: string): string[] {
  return [...new Set(Array.from(sentence.matchAll(PLACEHOLDER), ([placeholder]) => placeholder.slice(1, -1)))];
}
