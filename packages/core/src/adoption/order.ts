/** Makes one key from several parts. Different parts never make the same key. */
export function joinedKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts);
}

/** Compares strings by their code units, which does not depend on a locale. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function byCount<Row extends { readonly count: number }>(nameOf: (row: Row) => string) {
  return (one: Row, other: Row): number => other.count - one.count || compare(nameOf(one), nameOf(other));
}
