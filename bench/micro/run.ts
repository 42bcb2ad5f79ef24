import { Child } from "../run/child.ts";
import type { Options } from "../run/options.ts";
import { ratios, spread, toldByQuartiles } from "../run/stats.ts";
import { figure, Table, write } from "../table.ts";
import type { Timed } from "./process.ts";

/** How many rounds there are for each round of the servers, which is longer. */
const ROUNDS = 5;

/** How many milliseconds a piece of work is timed before the next one takes its turn. */
const BATCH = 5;

const HEADS = ["in one process", "µs", "× (http-errors + stringify)", "× stringify of the envelope"];

/** Measures what an error costs without a socket. */
export async function runMicro({ nodes, effort, packages, results }: Options): Promise<void> {
  const rounds = effort.rounds * ROUNDS;
  for (const node of nodes) {
    const file = new URL("process.ts", import.meta.url);
    const child = new Child({ node, packages, file, args: [String(rounds), String(BATCH)] });
    const { names, times } = await child.next<Timed>();
    write(
      `\n## Micro, Node ${node.version}\n\n${rounds} rounds of ${BATCH} ms; medians, and the range of the middle half\n`,
    );
    const table = new Table(HEADS, 40, 9);
    const column = (index: number) => times.map((round) => round[index] ?? Number.NaN);
    for (const [index, name] of names.entries()) {
      const toHttpErrors = ratios(column(index), column(0));
      const toStringify = ratios(column(index), column(1));
      const time = spread(column(index));
      table.row([name, figure(time.median), toldByQuartiles(toHttpErrors), toldByQuartiles(toStringify)]);
      results.add("micro", { node: node.version, name, time, toHttpErrors, toStringify });
    }
  }
}
