/** The median of some values, and how far apart they are. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The middle half of the values is between these two. */
  readonly quartiles: readonly [number, number];
}

/** The median of some values and how far apart they are. If a place is between two values, it counts as half-way. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    return ((sorted[Math.floor(place)] ?? Number.NaN) + (sorted[Math.ceil(place)] ?? Number.NaN)) / 2;
  };
  return { median: at(0.5), min: at(0), max: at(1), quartiles: [at(0.25), at(0.75)] };
}

/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The ratios of values that were measured next to each other, round by round. */
export function ratios(over: readonly number[], under: readonly number[]): Spread {
  return spread(over.map((value, round) => value / (under[round] ?? Number.NaN)));
}

/** A spread as `0.93 (0.90–0.95)`: the median, the lowest and the highest. */
export function told({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

/** A spread as `0.93 (0.92–0.94)`: the median, and the range of the middle half. For many short rounds. */
export function toldByQuartiles({ median, quartiles: [low, high] }: Spread): string {
  return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}
