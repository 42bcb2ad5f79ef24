import { Bench, type Task } from "tinybench";

/** A function to time, by the name it is reported under. */
export interface Timed {
  readonly name: string;
  readonly mode: "sync" | "async";
  run(): unknown;
}

/** How long to measure: milliseconds for each function and round, and calls at least. */
export interface Effort {
  readonly rounds: number;
  readonly time: number;
  readonly iterations: number;
}

/** The middle one of the values in order; of an even number, the upper of the two middle ones. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function taskMedian({ name, result }: Task): number {
  if (result.state !== "completed") throw new Error(`${name}: ${result.state}`);
  return result.latency.p50;
}

/**
 * The median milliseconds of a call of each function, round by round: `times[round][function]`. Every function is warmed
 * up in every round, and the functions take turns, so that a slow moment of the machine hits them all.
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

/** Uses a length, so that no compiler may leave out the work that made it. */
export function keep(length: number): void {
  sink = (sink + length) | 0;
}
