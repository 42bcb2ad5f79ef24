/** The process that times the pieces of work. Arguments: the number of rounds, and the milliseconds of a batch. */
import { lastMade, type Times, timeInTurn } from "../run/timing.ts";
import { WORKS } from "./works.ts";

/** What the process reports. */
export interface Timed {
  readonly names: readonly string[];
  readonly times: Times;
}

/** How many calls are above the work. A framework calls a handler from deep in its stack, and a stack trace costs time per frame. */
const DEPTH = 12;

function deep(depth: number, work: () => Times): Times {
  return depth === 0 ? work() : deep(depth - 1, work);
}

const [rounds, batch] = process.argv.slice(2).map(Number) as [number, number];
const times = deep(DEPTH, () => timeInTurn(WORKS, rounds, batch));
if (lastMade() === undefined) throw new Error("the last piece of work made nothing");
process.send?.({ names: WORKS.map(({ name }) => name), times } satisfies Timed, () => process.disconnect());
