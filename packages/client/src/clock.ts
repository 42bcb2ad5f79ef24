/**
 * Time and chance for the client. In tests, pass one to `createClient` to decide when a wait ends. Fake timers of vitest and jest
 * also work with the default clock.
 */
export interface Clock {
  /** The time of day in milliseconds since 1970, for dates in headers. May jump. */
  now(): number;
  /** A time that only grows, in milliseconds, for limits. */
  elapsed(): number;
  /** A number from 0 to below 1. */
  random(): number;
  /** Calls back once after `ms` milliseconds. Returns a function that cancels this. */
  after(ms: number, callback: () => void): () => void;
}

/** The longest wait of `setTimeout`; a longer one would end at once. */
const MAX_TIMER = 2_147_483_647;

/** The clock of the machine. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  after(ms: number, callback: () => void) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number) => {
      const rest = left - MAX_TIMER;
      timer = rest > 0 ? setTimeout(() => wait(rest), MAX_TIMER) : setTimeout(callback, left);
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
});

/** Waits. Rejects with the signal's reason when the signal fires first. Leaves no timer and no listener behind. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return withinSignal(signal, (resolve) => clock.after(ms, resolve));
}

/** Waits for a promise, at most `ms`. Resolves with whether it was fulfilled in time. Rejects when the signal fires first. */
export function settledWithin(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  promise: Promise<unknown>,
): Promise<boolean> {
  return withinSignal(signal, (resolve) => {
    promise.then(
      () => resolve(true),
      () => resolve(false),
    );
    if (ms === Number.POSITIVE_INFINITY) return () => {};
    return clock.after(Math.max(0, ms), () => resolve(false));
  });
}

function withinSignal<Value>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: Value) => void) => () => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = start((value) => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
      resolve(value);
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
