import { peek } from "./peek.ts";

/** Returns the result of `act`; if it throws, the result of `otherwise` for that failure. */
export function attempt<Result>(act: () => Result, otherwise: (failure: unknown) => Result): Result {
  try {
    return act();
  } catch (failure) {
    return otherwise(failure);
  }
}

/** Returns the result of `act`; if it throws, `otherwise`. */
export function tryOr<Result, Otherwise>(act: () => Result, otherwise: Otherwise): Result | Otherwise {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/**
 * Ignores the rejection of a promise that a hook returned although it must not be asynchronous. An unhandled rejection would end the
 * process. Never throws.
 */
export function ignoreRejection(returned: unknown): void {
  quietly(() => returned);
}

/** Calls a hook of the service. If it throws or its promise rejects, that is ignored: it must not break a response. */
export function quietly(hook: () => unknown): void {
  try {
    const returned = hook();
    if (typeof peek(returned, "then") === "function") Promise.resolve(returned).catch(() => undefined);
  } catch {
    // Nothing depends on it.
  }
}
