/** The middle one of some values, with the lowest and the highest. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The median of some values and how far they lie apart; of an even number, the median lies half-way between the middle two. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, min: at(0), max: at(sorted.length - 1) };
}

/** The ratios of values that were measured next to each other, round by round. */
export function ratios(over: readonly number[], under: readonly number[]): Spread {
  return spread(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}

/** A spread as `0.93 (0.90–0.95)`. */
export function told({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}
