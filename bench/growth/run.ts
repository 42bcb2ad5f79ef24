import { Child } from "../run/child.ts";
import type { Node } from "../run/nodes.ts";
import type { Options } from "../run/options.ts";
import { measure } from "../servers/measure.ts";
import { VARIANTS, type Variant } from "../servers/names.ts";
import { targetsOf } from "../servers/run.ts";
import { type Pair, ServersTable, summary } from "../servers/table.ts";
import { figure, Table, write } from "../table.ts";
import type { Growth } from "./process.ts";

/** How many rounds there are for each round of the servers, which is longer. */
const ROUNDS = 2;

/** How many milliseconds a size is timed before the next one takes its turn. */
const BATCH = 10;

/** Ten times the size should take ten times as long. The rest is room for noise, and for data that no longer fits into a cache. */
const MAX_RATIO = 15;

const CONNECTIONS = [1, 50, 500];

const PAIRS: readonly Pair<Variant>[] = [
  ["ours", "headers"],
  ["ours", "hand"],
];

/** Measures how the costs grow with a service's codes, messages, details and connections. Sets exit code 1 if one grows too fast. */
export async function runGrowth(options: Options): Promise<void> {
  for (const node of options.nodes) {
    write(`\n## Growth, Node ${node.version}\n\nTen times the size may take ${MAX_RATIO} times as long at most.\n`);
    await growInProcess(options, node);
    await growConnections(options, node);
  }
}

async function growInProcess({ effort, packages, results }: Options, node: Node): Promise<void> {
  const file = new URL("process.ts", import.meta.url);
  const child = new Child({ node, packages, file, args: [String(effort.rounds * ROUNDS), String(BATCH)] });
  const table = new Table(["", "size", "µs", "to the size before"], 26, 9);
  for (const { name, sizes, times } of await child.next<readonly Growth[]>()) {
    for (const [index, size] of sizes.entries()) {
      const [time = Number.NaN, before = Number.NaN] = [times[index], times[index - 1]];
      const ratio = time / before;
      if (ratio > MAX_RATIO) process.exitCode = 1;
      table.row([name, String(size), figure(time), `${figure(ratio)}${ratio > MAX_RATIO ? " NO" : ""}`]);
      results.add("growth", { node: node.version, name, size, time });
    }
  }
}

async function growConnections(options: Options, node: Node): Promise<void> {
  const table = new ServersTable(VARIANTS, PAIRS);
  for (const framework of options.frameworks) {
    for (const name of ["success", "default"] as const) {
      for (const connections of CONNECTIONS) {
        const rounds = await measure(targetsOf(options, node, framework, name), { ...options.effort, connections });
        table.row(`${framework}, ${name}, ${connections}`, rounds);
        const found = { node: node.version, framework, case: name, connections, ...summary(PAIRS, rounds) };
        options.results.add("growth", found);
      }
    }
  }
}
