/** How many strings each of the two halves keeps, and the greatest length of a kept string. */
const HALF = 256;
const LONGEST = 500;

/**
 * Remembers the strings added last: at least 256 and at most 512, none longer than 500 code units. A caller who adds many
 * strings only makes it forget others sooner.
 */
export class Memory {
  #young = new Set<string>();
  #old = new Set<string>();

  has(text: string): boolean {
    if (this.#young.has(text)) return true;
    if (!this.#old.has(text)) return false;
    this.#keep(text);
    return true;
  }

  add(text: string): void {
    // A slice of a long string would keep all of it in memory, so this makes a copy.
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
