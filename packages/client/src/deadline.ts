import { UNBOUNDED } from "./bounds.ts";
import { type Clock, unlessAborted } from "./clock.ts";
import { TimeoutError } from "./failures.ts";

/** Limits one attempt. The timer runs only while the client waits for something, so that a slow reader is not taken for a slow server. */
export interface Deadline {
  /** For `fetch`. It fires with the caller's reason or with a {@link TimeoutError}. */
  readonly signal: AbortSignal;
  /** Whether the server has said that the request must not be sent again. */
  refused: boolean;
  /** Limits only silence from now on, because the response is a stream. */
  limitSilence(ms: number): void;
  /** Waits for a promise under the limits. Rejects with the reason when one is reached first. */
  within<Value>(promise: Promise<Value>): Promise<Value>;
  /** Ends the deadline and removes its listener. */
  readonly stop: () => void;
}

/** Begins a deadline: the caller's signal, and milliseconds for the whole request. */
export function deadlineOf(clock: Clock, ms: number, caller: AbortSignal | undefined): Deadline {
  let kind: TimeoutError["kind"] = "total";
  const controller = new AbortController();
  const { signal } = controller;
  /** Milliseconds that were spent waiting. */
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
