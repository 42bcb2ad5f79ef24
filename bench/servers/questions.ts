import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

/** What a server reports first. */
export interface Started {
  readonly url: string;
}

/** What it reports when asked. */
export interface Used {
  /** Microseconds of CPU time, in all threads of the process. */
  readonly cpu: number;
  /** Bytes of the heap, garbage included. */
  readonly heap: number;
  /** How often the collector has run. */
  readonly collections: number;
}

/** What the server can be asked: what it has used, or the same after a collection. */
type Question = "used" | "collect";

/** Milliseconds until an observer has seen a collection. */
const PAUSE = 50;

/** Sends the server's address to the parent process, and then answers its questions until it ends. */
export function answerQuestions(url: string): void {
  let collections = 0;
  new PerformanceObserver((list) => {
    collections += list.getEntries().length;
  }).observe({ entryTypes: ["gc"] });
  process.on("message", async (question: Question) => {
    if (question === "collect") {
      globalThis.gc?.();
      await setTimeout(PAUSE);
    }
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, heap: process.memoryUsage().heapUsed, collections } satisfies Used);
  });
  process.on("disconnect", () => process.exit());
  process.send?.({ url } satisfies Started);
}
