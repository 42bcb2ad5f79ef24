/** Seconds of the longest wait that is stated: a year. */
const MAX_SECONDS = 31_536_000;

/** A wait in seconds, or nothing when `value` is no number that can be one. Longer waits than a year count as a year. */
export function toSeconds(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? Math.min(value, MAX_SECONDS) : undefined;
}
