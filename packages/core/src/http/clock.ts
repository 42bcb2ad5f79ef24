/**
 * Returns the milliseconds of a clock that only goes forward. If a runtime or a test has removed `performance`, it returns the time of day:
 * a request must not fail because the clock is missing. Never throws.
 */
export function now(): number {
  return globalThis.performance?.now() ?? Date.now();
}
