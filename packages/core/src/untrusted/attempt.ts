/** Returns what `act` returns; when it throws, what `otherwise` makes of that. */
export function attempt<Result>(act: () => Result, otherwise: (failure: unknown) => Result): Result {
  try {
    return act();
  } catch (failure) {
    return otherwise(failure);
  }
}

/** Calls a hook of the service's. What it throws, or its promise rejects with, is ignored: it must not break a response. */
export function quietly(hook: () => unknown): void {
  attempt<unknown>(
    () => Promise.resolve(hook()).catch(() => undefined),
    () => undefined,
  );
}
