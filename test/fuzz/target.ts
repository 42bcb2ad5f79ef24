import type fc from "fast-check";

/** What must hold for every case. */
export const INVARIANTS = [
  "each request gets one answer",
  "a failure is an envelope",
  "a success keeps its bytes",
  "nothing private leaves",
  "each failure is reported once",
  "no error is uncaught",
  "the event loop stays free",
  "memory returns to where it was",
  "a function throws only what it documents",
  "a function changes nothing that it gets",
  "a message is one line",
  "saving work changes nothing",
  "a scan finds each error",
  "adoption writes sources, once",
] as const;

export type Invariant = (typeof INVARIANTS)[number];

/** Thrown by a target for a case that breaks an invariant. */
export class Violation extends Error {
  readonly invariant: Invariant;

  constructor(invariant: Invariant, what: string) {
    super(what);
    this.name = "Violation";
    this.invariant = invariant;
  }
}

/** A surface that is tried with random cases. */
export interface Target<Case> {
  /** Cases are data that JSON can hold, so that a case can be kept. What a case describes is made when it is tried. */
  readonly cases: fc.Arbitrary<Case>;
  /** Starts what the cases need, such as servers. */
  start(): Promise<Running<Case>>;
}

/** Groups of targets; `--target` takes a whole group. */
export const FAMILIES = ["functions", "sanitizer", "servers", "clients", "tools"] as const;

export type Family = (typeof FAMILIES)[number];

export interface Running<Case> {
  /** @throws {Violation} if an invariant does not hold. Any other error is a defect of the target itself, and is also reported. */
  attempt(given: Case): Promise<void> | void;
  stop?(): Promise<void>;
}

/** Attempts each case on what is started for its key. That is started when the first such case comes. */
export function startedFor<Case>(
  keyOf: (given: Case) => string,
  start: (given: Case) => Promise<Running<Case>>,
): Running<Case> {
  const started = new Map<string, Promise<Running<Case>>>();
  return {
    attempt: async (given) => {
      const running = started.get(keyOf(given)) ?? start(given);
      started.set(keyOf(given), running);
      await (await running).attempt(given);
    },
    stop: async () => {
      for (const each of started.values()) await (await each).stop?.();
    },
  };
}

/** Milliseconds of computing that one case may take, on a slow machine. The longest takes less than a tenth of it. */
const MOST_WORK = 5_000;

/** Begins to measure work. The returned function throws if there was too much of it. */
export function measured(): () => void {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    const milliseconds = (user + system) / 1_000;
    if (milliseconds > MOST_WORK) throw new Violation("the event loop stays free", `worked ${milliseconds} ms`);
  };
}
