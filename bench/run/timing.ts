/** A piece of work to time. A call does it once. */
export interface Work {
  readonly name: string;
  /** Returns something that the work made, so that no compiler may leave the work out. */
  run(): unknown;
}

let sink: unknown;

/** Microseconds per call of each piece of work, round by round: `times[round][work]`. */
export type Times = readonly (readonly number[])[];

/** How many batches of calls a piece of work gets before the first that counts. */
const WARM_UP = 40;

/**
 * Times pieces of work in one process. They take turns in short batches, so that a slow moment of the machine hits all of
 * them. Each round begins with another one. CPU time is measured, including that of the collector: other processes affect
 * it less than the clock.
 *
 * @param batch Milliseconds of a batch.
 */
export function timeInTurn(works: readonly Work[], rounds: number, batch: number): Times {
  const sizes = works.map((work) => calibrate(work, batch));
  return Array.from({ length: rounds }, (_, round) => {
    const times = works.map(() => 0);
    for (const offset of works.keys()) {
      const index = (round + offset) % works.length;
      const size = sizes[index] as number;
      times[index] = (1_000 * timeBatch(works[index] as Work, size)) / size;
    }
    return times;
  });
}

/** Finds how many calls fit into a batch, while the work warms up. */
function calibrate(work: Work, batch: number): number {
  let size = 1;
  let spent = 0;
  let calls = 0;
  while (spent < WARM_UP * batch) {
    const time = timeBatch(work, size);
    spent += time;
    calls += size;
    if (time < batch / 2) size *= 2;
  }
  return Math.max(1, Math.round((batch * calls) / spent));
}

/** How many milliseconds of CPU time a batch of calls takes. */
function timeBatch({ run }: Work, size: number): number {
  const before = process.cpuUsage();
  for (let call = 0; call < size; call += 1) sink = run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The last thing that was made. It is read once at the end, so that it counts as used. */
export function lastMade(): unknown {
  return sink;
}
