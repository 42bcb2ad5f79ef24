/**
 * Milliseconds of a clock that only goes forward. Where a runtime or a test has taken `performance` away, those of the time of day, since a
 * request must not fail for want of a duration. Never throws.
 */
export function now(): number {
  return globalThis.performance?.now() ?? Date.now();
}
