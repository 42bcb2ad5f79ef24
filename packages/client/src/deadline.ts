import { UNBOUNDED } from "./bounds.ts";
import { type Clock, unlessAborted } from "./clock.ts";
import { TimeoutError } from "./failures.ts";

/** Limits one attempt. The timer runs only while the client waits, so that a slow reader is not mistaken for a slow server. */
export interface Deadline {
  /** The signal for `fetch`. It fires with the caller's reason or with a {@link TimeoutError}. */
  readonly signal: AbortSignal;
  /** Whether the server has stated that the request must not be sent again. */
  refused: boolean;
  /** Limits only silence from now on, for a response that is a stream. */
  limitSilence(ms: number): void;
  /** Waits for a promise within the limits. Rejects with the signal's reason if a limit is reached or the caller aborts first. */
  within<Value>(promise: Promise<Value>): Promise<Value>;
  /** Ends the deadline and removes its listener. */
  readonly stop: () => void;
}

/** Starts a deadline from the caller's signal and the milliseconds for the whole request. */
export function startDeadline(clock: Clock, ms: number, caller: AbortSignal | undefined): Deadline {
  let kind: TimeoutError["kind"] = "total";
  const controller = new AbortController();
  const { signal } = controller;
  /** Milliseconds spent waiting so far. */
  let used = 0;
  const onAbort = () => controller.abort(caller?.reason);
  caller?.addEventListener("abort", onAbort);
  if (caller?.aborted) onAbort();
  const deadline: Deadline = {
    signal,
    refused: false,
    limitSilence(silence) {
      kind = "inactivity";
      ms = silence;
    },
    within: (promise) =>
      unlessAborted(signal, (resolve, reject) => {
        const began = clock.elapsed();
        const left = kind === "total" ? ms - used : ms;
        const expire = () => controller.abort(new TimeoutError(kind, ms, deadline.refused ? "never" : undefined));
        const stopTimer = left < UNBOUNDED ? clock.after(Math.max(0, left), expire) : undefined;
        promise.then(resolve, reject);
        return () => {
          stopTimer?.();
          used += clock.elapsed() - began;
        };
      }),
    stop: () => caller?.removeEventListener("abort", onAbort),
  };
  return deadline;
}
