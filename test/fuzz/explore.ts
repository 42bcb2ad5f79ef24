import { writeSync } from "node:fs";
import { setTimeout as delay, setImmediate as immediate } from "node:timers/promises";
import fc from "fast-check";
import type { Kept } from "./kept.ts";
import { type Running, type Target, Violation } from "./target.ts";

/** Cases drawn from one seed; the next round takes the next seed. */
export const ROUND = 2_000;

/** Milliseconds that a case may take before it counts as hanging. */
const PATIENCE = 30_000;

/** Milliseconds for shrinking a failing case. */
const SHRINKING = 30_000;

/** Milliseconds after which the event loop gets a turn, for timers such as the sign of life. Most cases give it none. */
const TURN = 100;

/** Rounds after which everything is loaded and compiled. */
const WARM = 3;

/** Bytes by which the heap may grow after that. */
const GROWTH = 24e6;

export interface Explored {
  readonly cases: number;
  readonly found: readonly Kept[];
}

export interface Limits {
  readonly seed: number;
  readonly milliseconds: number;
  /** A file descriptor to which the current case is written, so that a case that never returns is known. */
  readonly progress?: number;
  /** Stops after the first round that finds a case. */
  readonly first?: boolean;
}

/** Draws cases until the time is over. Shrinks those that break an invariant, and returns one case for each thing that broke. */
export async function explore<Case>(target: Target<Case>, limits: Limits): Promise<Explored> {
  const { seed, milliseconds, first = false } = limits;
  const end = Date.now() + milliseconds;
  const running = await target.start();
  const found = new Map<string, Kept>();
  const uncaught = collectUncaught();
  const memory = new Memory();
  let cases = 0;
  try {
    for (let round = 0; Date.now() < end; round += 1) {
      const tried = new Tried(running, uncaught, limits.progress, seed + round);
      const left = end - Date.now();
      const checked = await fc.check(
        fc.asyncProperty(target.cases, (given) => tried.attempt(given)),
        { seed: seed + round, numRuns: ROUND, interruptAfterTimeLimit: left, markInterruptAsFailure: false },
      );
      cases += tried.count;
      const failing = tried.smallest;
      if (checked.failed && failing !== undefined) found.set(`${failing.invariant} ${failing.what}`, failing);
      const grown = await memory.afterRound(round);
      if (grown !== undefined) found.set("memory", { ...grown, seed: seed + round, case: null });
      if (first && found.size > 0) break;
    }
  } finally {
    uncaught.stop();
    await running.stop?.();
  }
  return { cases, found: [...found.values()] };
}

/** Tries one case, and returns what it broke. */
export async function attemptOnce<Case>(running: Running<Case>, given: Case): Promise<Kept | undefined> {
  const uncaught = collectUncaught();
  const tried = new Tried(running, uncaught, undefined, 0);
  try {
    await tried.attempt(given).catch(() => {});
    return tried.smallest;
  } finally {
    uncaught.stop();
  }
}

/** The attempts of a round. */
class Tried<Case> {
  count = 0;
  /** The last one that failed. Shrinking makes it smaller and smaller. */
  smallest: Kept | undefined;
  readonly #running: Running<Case>;
  readonly #uncaught: Uncaught;
  readonly #progress: number | undefined;
  readonly #seed: number;
  #shrinkUntil = Number.POSITIVE_INFINITY;
  #turn = Date.now();

  constructor(running: Running<Case>, uncaught: Uncaught, progress: number | undefined, seed: number) {
    this.#running = running;
    this.#uncaught = uncaught;
    this.#progress = progress;
    this.#seed = seed;
  }

  async attempt(given: Case): Promise<void> {
    // When the time for shrinking is over, all other cases pass.
    if (Date.now() > this.#shrinkUntil) return;
    if (this.#progress !== undefined) writeSync(this.#progress, `${this.#seed} ${this.count}`.padEnd(32), 0);
    this.count += 1;
    try {
      await this.#bounded(given);
      if (Date.now() - this.#turn > TURN) {
        await immediate();
        this.#turn = Date.now();
      }
      this.#uncaught.throwFirst();
    } catch (error) {
      this.#uncaught.forget();
      if (this.smallest === undefined) this.#shrinkUntil = Date.now() + SHRINKING;
      const invariant = error instanceof Violation ? error.invariant : "the target failed";
      const what = error instanceof Violation ? error.message : String((error as Error)?.stack ?? error);
      // Shrinking must not turn it into another failure.
      if (this.smallest !== undefined && this.smallest.invariant !== invariant) return;
      this.smallest = { invariant, what, seed: this.#seed, case: given };
      throw error;
    }
  }

  async #bounded(given: Case): Promise<void> {
    const attempt = this.#running.attempt(given);
    if (attempt === undefined) return;
    const timer = new AbortController();
    const late = delay(PATIENCE, undefined, { signal: timer.signal }).then(
      () => {
        throw new Violation("the event loop stays free", `nothing came of the case within ${PATIENCE} ms`);
      },
      () => {},
    );
    try {
      await Promise.race([attempt, late]);
    } finally {
      timer.abort();
    }
  }
}

interface Uncaught {
  throwFirst(): void;
  forget(): void;
  stop(): void;
}

/** Collects uncaught errors and rejections, each of which would end a service. */
function collectUncaught(): Uncaught {
  let errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  const rejected = process.listeners("unhandledRejection");
  const thrown = process.listeners("uncaughtException");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  process.removeAllListeners("uncaughtException").on("uncaughtException", note);
  return {
    throwFirst: () => {
      const [error] = errors;
      if (errors.length > 0) throw new Violation("no error is uncaught", String((error as Error)?.stack ?? error));
    },
    forget: () => {
      errors = [];
    },
    stop: () => {
      process.removeListener("unhandledRejection", note).removeListener("uncaughtException", note);
      for (const listener of rejected) process.on("unhandledRejection", listener);
      for (const listener of thrown) process.on("uncaughtException", listener);
    },
  };
}

/** Watches whether the heap stays at its size once everything is loaded. Needs `--expose-gc`. */
class Memory {
  #warm = 0;

  async afterRound(round: number): Promise<Pick<Kept, "invariant" | "what"> | undefined> {
    if (globalThis.gc === undefined || round < WARM) return undefined;
    let used = collected();
    if (round === WARM) this.#warm = used;
    if (used - this.#warm < GROWTH) return undefined;
    // Jobs of this turn and finalizers may hold what the next turn gives back.
    await immediate();
    used = collected();
    if (used - this.#warm < GROWTH) return undefined;
    const what = `the heap grew from ${this.#warm} to ${used} bytes by round ${round}`;
    this.#warm = used;
    return { invariant: "memory returns to where it was", what };
  }
}

/** Collects garbage, and returns the bytes of the heap that are left. */
function collected(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
