/** Returns whole numbers from 0 up to but not including a limit, always the same ones for the same seed. */
export type Random = (limit: number) => number;

/** Numbers that depend only on a case's seed, so that a small case describes everything. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
  };
}

export function pick<Item>(random: Random, list: readonly Item[]): Item {
  return list[random(list.length)] as Item;
}
