import type { Clock } from "./clock.ts";
import { TimeoutError } from "./failures.ts";

/** The limits of one attempt: the caller's signal, and the time for the whole request or the longest silence. */
export interface DeadlineLimits {
  readonly signal: AbortSignal | null | undefined;
  readonly kind: "total" | "inactivity";
  readonly ms: number;
}

/**
 * Limits one attempt. Its signal fires with the caller's reason or with a {@link TimeoutError}. The timer runs only while the
 * client waits for something, so that a slow reader is not taken for a slow server.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #caller: AbortSignal | null | undefined;
  /** Whether the server has said that the request must not be sent again. */
  refused = false;
  /** Milliseconds that were spent waiting. */
  #used = 0;
  #kind: "total" | "inactivity";
  #ms: number;

  constructor(clock: Clock, { signal, kind, ms }: DeadlineLimits) {
    this.#clock = clock;
    this.#caller = signal;
    this.#kind = kind;
    this.#ms = ms;
    this.#caller?.addEventListener("abort", this.#onAbort);
    if (this.#caller?.aborted) this.#onAbort();
  }

  /** For `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Limits only silence from now on, because the response is a stream. */
  limitSilence(ms: number): void {
    this.#kind = "inactivity";
    this.#ms = ms;
  }

  /** Waits for a promise under the limits. Rejects with the reason when one is reached first. */
  within<Value>(promise: Promise<Value>): Promise<Value> {
    const { signal } = this.#controller;
    return new Promise((resolve, reject) => {
      const began = this.#clock.elapsed();
      const left = this.#kind === "total" ? this.#ms - this.#used : this.#ms;
      const stopTimer =
        left < Number.POSITIVE_INFINITY ? this.#clock.after(Math.max(0, left), () => this.#expire()) : undefined;
      const settle = () => {
        stopTimer?.();
        this.#used += this.#clock.elapsed() - began;
        signal.removeEventListener("abort", onAbort);
      };
      const onAbort = () => {
        settle();
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort);
      if (signal.aborted) onAbort();
      promise.finally(settle).then(resolve, (thrown) => reject(signal.aborted ? signal.reason : thrown));
    });
  }

  /** Ends the deadline and removes its listener. */
  stop(): void {
    this.#caller?.removeEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = (): void => this.#controller.abort(this.#caller?.reason);

  #expire(): void {
    this.#controller.abort(new TimeoutError(this.#kind, this.#ms, this.refused ? "never" : undefined));
  }
}
