import { MAX_TIMER } from "./bounds.ts";
/**
 * Time and randomness for the client. In tests, pass one to `createClient` to control when a wait ends. The fake timers of Vitest and
 * Jest also work with the default clock.
 */
export interface Clock {
  /** The current time in milliseconds since 1970, for dates in headers. May jump. */
  now(): number;
  /** A monotonic time in milliseconds, for limits. */
  elapsed(): number;
  /** A random number from 0 up to, but not including, 1. */
  random(): number;
  /** Calls back once after `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, callback: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  after(ms: number, callback: () => void) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number) => {
      timer = setTimeout(() => (left > MAX_TIMER ? wait(left - MAX_TIMER) : callback()), Math.min(left, MAX_TIMER));
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
});

/**
 * Waits for the operation that `start` begins. Rejects with the signal's reason if the signal fires first. Either way, calls the function
 * that `start` returned, and removes its listener.
 */
export function unlessAborted<Value>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: Value) => void, reject: (reason: unknown) => void) => () => void,
): Promise<Value> {
  let end = () => {};
  const ended = new Promise<Value>((resolve, reject) => {
    const onAbort = () => reject(signal?.reason);
    const cancel = start(resolve, reject);
    end = () => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
    };
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
  });
  return ended.finally(end);
}
