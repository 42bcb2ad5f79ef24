import { percent, Table, write } from "../table.ts";
import { type Interval, tenths, type Watched } from "./by-time.ts";

const MEMORY = ["server", "requests", "heap", "later", "growth", "rss", "later", "external", "later", "mismatches"];
const HANDLES = ["server", "handles", "later", "connections", "later", "at rest", "afterwards", "warnings"];
const TIMES = ["server", "p50", "later", "p95", "later", "p99", "later", "loop p99", "later"];

/** By how many percent the heap has grown from the second tenth of the run to the last. */
export function heapGrowth({ intervals }: Watched): number {
  const { second, last } = tenths(intervals, "heapUsed");
  return 100 * (last / second - 1);
}

/** Writes the tables of a run, with the medians of its second tenth and its last. */
export function report(watched: readonly Watched[]): void {
  const pairs = ({ intervals }: Watched, told: (value: number) => string, ...keys: (keyof Interval)[]) =>
    keys.flatMap((key) => {
      const { second, last } = tenths(intervals, key);
      return [told(second), told(last)];
    });
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
  const whole = (value: number) => value.toFixed(0);
  const milliseconds = (value: number) => value.toFixed(1);
  write("\nMemory in MB (10⁶ bytes):\n");
  const memory = new Table(MEMORY, 9, 6);
  for (const one of watched) {
    const [heap = "", later = "", ...others] = pairs(one, megabytes, "heapUsed", "rss", "external");
    const mismatches = [...one.mismatches.values()].reduce((total, count) => total + count, 0);
    const growth = percent(heapGrowth(one), 100);
    memory.row([one.driver, String(one.requests), heap, later, growth, ...others, String(mismatches)]);
  }
  write("\nOpen:\n");
  const handles = new Table(HANDLES, 9, 6);
  for (const one of watched) {
    const { restBefore, restAfter, warnings } = one;
    const rest = [restBefore, restAfter].map((open) => String(open.handles.length));
    handles.row([one.driver, ...pairs(one, whole, "handles", "connections"), ...rest, String(warnings.length)]);
  }
  write("\nMilliseconds:\n");
  const times = new Table(TIMES, 9, 6);
  for (const one of watched) times.row([one.driver, ...pairs(one, milliseconds, "p50", "p95", "p99", "loopDelay")]);
}

/** What is wrong with a run, one string for each fault. */
export function faults(one: Watched, maxGrowth: number): readonly string[] {
  const { driver, restBefore, restAfter, warnings, mismatches } = one;
  const found = [...mismatches].map(([mismatch, count]) => `${count} × ${mismatch}`);
  if (heapGrowth(one) > maxGrowth) found.push(`the heap has grown by ${percent(heapGrowth(one), 100)}`);
  if (restAfter.handles.length > restBefore.handles.length)
    found.push(`left open: ${restAfter.handles.join(", ")}; before the load: ${restBefore.handles.join(", ")}`);
  for (const warning of new Set(warnings)) found.push(`it emitted ${warning}`);
  return found.map((fault) => `${driver}: ${fault}`);
}
