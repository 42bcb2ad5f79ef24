/** A promise that never resolves, and rejects on demand. Its rejection may go unhandled. */
export interface LaterFailure {
  readonly promise: Promise<never>;
  fail(thrown: unknown): void;
}

/** Makes one as `Promise.withResolvers` does, which the oldest supported Node lacks. */
export function laterFailure(): LaterFailure {
  let fail: LaterFailure["fail"] = () => {};
  const promise = new Promise<never>((_, reject) => {
    fail = reject;
  });
  promise.catch(() => {});
  return { promise, fail };
}
