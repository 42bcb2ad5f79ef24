import type { Options } from "../run/options.ts";
import { measure, type Target } from "../servers/measure.ts";
import { type Pair, ServersTable, summary } from "../servers/table.ts";
import { write } from "../table.ts";
import { WAYS, type Way } from "./ways.ts";

const PAIRS: readonly Pair<Way>[] = [
  ["headers", "bare"],
  ["methods", "bare"],
  ["both", "headers"],
  ["both", "bare"],
];

/** Measures the minimum that any library costs on Node's own server: two header fields, and replaced methods of a response. */
export async function runFloor({ nodes, effort, results }: Options): Promise<void> {
  for (const node of nodes) {
    write(`\n## Floor, Node ${node.version}\n`);
    const file = new URL("server.ts", import.meta.url);
    const target = (way: Way): Target => ({ node, file, args: [way], status: 200 });
    const targets = {
      bare: target("bare"),
      headers: target("headers"),
      methods: target("methods"),
      both: target("both"),
    } satisfies Record<Way, Target>;
    const rounds = await measure(targets, effort);
    new ServersTable(WAYS, PAIRS).row("a bare server", rounds);
    results.add("floor", { node: node.version, ...summary(PAIRS, rounds) });
  }
}
