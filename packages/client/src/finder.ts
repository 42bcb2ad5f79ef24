/** Where a word was found: from `start` to before `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** A word of at most this length counts only where it stands alone, because other words may contain it. */
const MAX_SHORT = 7;

const NO_LENGTHS: readonly number[] = [];

/**
 * Finds many words in a text at once (Aho-Corasick). It takes as many steps as the text has characters, whatever the words are.
 */
export class Finder {
  /** The node after a node and a character: 0 is the root. */
  readonly #next = new Map<number, number>();
  /** By the node: how many characters lead to it. */
  readonly #depths = [0];
  /** By the node: the node of the longest end of its characters that begins a word. */
  readonly #fallbacks = [0];
  /** By the node: the length of the longest word that ends here and may stand anywhere; 0 for none. */
  readonly #longest = [0];
  /** By the node: the lengths of words that end here and count where they stand alone, the longest first. */
  readonly #short: (readonly number[])[] = [NO_LENGTHS];

  constructor(words: Iterable<string>) {
    const parents: number[] = [0];
    const codes: number[] = [0];
    for (const word of words) this.#add(word, parents, codes);
    const byDepth = [...this.#depths.keys()].sort((one, other) => this.#depth(one) - this.#depth(other));
    for (const node of byDepth.slice(1)) this.#link(node, parents[node] ?? 0, codes[node] ?? 0);
  }

  /**
   * The words in a text, in the order in which they end. Of words that end in one place, the longest.
   *
   * @param tail How many characters of a word are enough where the text ends in the middle of it.
   */
  in(text: string, tail = Number.POSITIVE_INFINITY): Found[] {
    const found: Found[] = [];
    let node = 0;
    for (let end = 1; end <= text.length; end += 1) {
      node = this.#after(node, text.charCodeAt(end - 1));
      const length = this.#longest[node] || this.#short[node]?.find((short) => standsAlone(text, end - short, end));
      if (length) found.push({ start: end - length, end });
    }
    const depth = this.#depth(node);
    if (depth >= tail) found.push({ start: text.length - depth, end: text.length });
    return found;
  }

  #depth(node: number): number {
    return this.#depths[node] ?? 0;
  }

  #add(word: string, parents: number[], codes: number[]): void {
    let node = 0;
    for (let index = 0; index < word.length; index += 1) {
      const code = word.charCodeAt(index);
      let next = this.#next.get(keyOf(node, code));
      if (next === undefined) {
        next = this.#depths.length;
        this.#next.set(keyOf(node, code), next);
        this.#depths.push(index + 1);
        this.#fallbacks.push(0);
        this.#longest.push(0);
        this.#short.push(NO_LENGTHS);
        parents.push(node);
        codes.push(code);
      }
      node = next;
    }
    if (word.length > MAX_SHORT) this.#longest[node] = word.length;
    else if (word !== "") this.#short[node] = [word.length];
  }

  /** Call it for nodes nearer to the root first. */
  #link(node: number, parent: number, code: number): void {
    const fallback = parent === 0 ? 0 : this.#after(this.#fallbacks[parent] ?? 0, code);
    this.#fallbacks[node] = fallback;
    this.#longest[node] ||= this.#longest[fallback] ?? 0;
    this.#short[node] = [...(this.#short[node] ?? []), ...(this.#short[fallback] ?? [])];
  }

  #after(node: number, code: number): number {
    for (let from = node; ; from = this.#fallbacks[from] ?? 0) {
      const next = this.#next.get(keyOf(from, code));
      if (next !== undefined || from === 0) return next ?? 0;
    }
  }
}

function keyOf(node: number, code: number): number {
  return node * 65_536 + code;
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !/\w/.test(text.charAt(start - 1)) && !/\w/.test(text.charAt(end));
}
