/** Texts that are kept in each of two halves, and the longest that is. */
const HALF = 256;
const LONGEST = 500;

/**
 * Remembers the texts that were added lately: at least the last 256 and at most 512, none longer than 500 code units.
 * Whoever adds many makes it forget others sooner, and nothing else.
 */
export class Memory {
  #young = new Set<string>();
  #old = new Set<string>();

  has(text: string): boolean {
    if (text.length > LONGEST) return false;
    if (this.#young.has(text)) return true;
    if (!this.#old.has(text)) return false;
    this.#keep(text);
    return true;
  }

  add(text: string): void {
    // A part of a long text would keep all of it alive, so a copy is kept.
    if (text.length <= LONGEST) this.#keep(` ${text}`.slice(1));
  }

  #keep(text: string): void {
    if (this.#young.size >= HALF) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(text);
  }
}
