import { Bench, type Task } from "tinybench";

/** A function to time, with the name for the report. */
export interface Timed {
  readonly name: string;
  readonly mode: "sync" | "async";
  run(): unknown;
}

/** How long to measure: the milliseconds for each function in a round, and the fewest calls. */
export interface Effort {
  readonly rounds: number;
  readonly time: number;
  readonly iterations: number;
}

/** The median. If the number of values is even, it is the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function taskMedian({ name, result }: Task): number {
  if (result.state !== "completed") throw new Error(`${name}: ${result.state}`);
  return result.latency.p50;
}

/**
 * The median milliseconds per call of each function, round by round: `times[round][function]`. Every function is warmed up
 * in every round, and the functions take turns, so that a slow moment of the machine hits all of them.
 */
export async function timeRounds(functions: readonly Timed[], effort: Effort): Promise<number[][]> {
  const times: number[][] = [];
  for (let round = 0; round < effort.rounds; round += 1) {
    const bench = new Bench({
      time: effort.time,
      iterations: effort.iterations,
      warmupTime: effort.time / 2,
      warmupIterations: 1,
      throws: true,
    });
    for (const { name, mode, run } of functions) bench.add(name, run, { async: mode === "async" });
    times.push((await bench.run()).map(taskMedian));
  }
  return times;
}

let sink = 0;

/** Uses a length, so that no compiler may leave out the work behind it. */
export function keep(length: number): void {
  sink = (sink + length) | 0;
}
