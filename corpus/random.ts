/** A stream of pseudo-random choices; the same seed always gives the same stream. Not for cryptography. */
export interface Random {
  /** The next number in [0, 1). */
  next(): number;
  /** The next whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** One of the items; throws a RangeError when there is none. */
  pick<T>(items: readonly T[]): T;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** A text of `length` characters of `alphabet`. */
  chars(alphabet: string, length: number): string;
}

/** The 32-bit FNV-1a hash of a text's UTF-16 code units, as an unsigned number. */
export function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state >>> 0;
}

/** A stream of choices (mulberry32); a text as seed is hashed first. */
export function random(seed: number | string): Random {
  let state = typeof seed === "string" ? hash(seed) : seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError("Nothing to pick from");
      return items[int(0, items.length - 1)] as T;
    },
    chance: (probability) => next() < probability,
    chars: (alphabet, length) => {
      let text = "";
      for (let left = length; left > 0; left -= 1) text += alphabet.charAt(int(0, alphabet.length - 1));
      return text;
    },
  };
}
