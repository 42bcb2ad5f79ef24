import { AsyncLocalStorage } from "node:async_hooks";
import type { Run } from "./run.ts";

const CURRENT = new AsyncLocalStorage<Run>();

/** Marks everything that follows from here as part of a run. */
export function enter(run: Run): void {
  CURRENT.enterWith(run);
}

/**
 * Collects uncaught exceptions and rejections, each of which would end a service. Node throws some where neither handler nor framework can
 * catch them, for example out of a stream that ends a response with an invalid head.
 */
export class Crashes {
  /** How many belong to no known run. */
  strays = 0;
  #listeners: NodeJS.UnhandledRejectionListener[] | undefined;

  /** Replaces all listeners of the process. */
  start(): void {
    const note = (error: unknown) => {
      const run = CURRENT.getStore();
      if (run === undefined) this.strays += 1;
      else run.crash ??= error;
    };
    process.setUncaughtExceptionCaptureCallback(note);
    this.#listeners = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", note);
  }

  stop(): void {
    if (this.#listeners === undefined) return;
    process.setUncaughtExceptionCaptureCallback(null);
    process.removeAllListeners("unhandledRejection");
    for (const listener of this.#listeners) process.on("unhandledRejection", listener);
    this.#listeners = undefined;
  }
}
