/**
 * Returns the milliseconds of a clock that only goes forward. If a runtime or a test has removed `performance` or its `now`, it returns the
 * time of day; if a clock throws, 0. A request must not fail because the clock does. Never throws.
 */
export function now(): number {
  try {
    return globalThis.performance?.now?.() ?? Date.now();
  } catch {
    return 0;
  }
}
