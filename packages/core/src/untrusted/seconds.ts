/** The longest wait that is stated, in seconds: a year. */
const MAX_SECONDS = 31_536_000;

/** Returns a wait in seconds; `undefined` if `value` is not a number that can be a wait. Waits longer than a year count as a year. */
export function toSeconds(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 ? Math.min(value, MAX_SECONDS) : undefined;
}
