import { Child } from "../run/child.ts";
import type { Node } from "../run/nodes.ts";
import type { Options } from "../run/options.ts";
import { send } from "../run/send.ts";
import { ratios, type Spread, spread, told } from "../run/stats.ts";
import { checkAnswer } from "../servers/expected.ts";
import { type Case, type Framework, VARIANTS, type Variant } from "../servers/names.ts";
import type { Started, Used } from "../servers/questions.ts";
import { figure, Table, write } from "../table.ts";

/** How many requests a round sends, over a few connections. */
const REQUESTS = 1_000;

/** How many rounds do not count: code that the engine has not compiled yet allocates more. */
const WARM_UP = 4;

/**
 * Room, in MB, for the garbage of a round in the young and the old generation, and no collections in idle time, so that nothing
 * is collected while it is counted.
 */
const FLAGS = [
  "--expose-gc",
  "--min-semi-space-size=128",
  "--max-semi-space-size=128",
  "--initial-old-space-size=256",
  "--no-memory-reducer",
];

const HEADS = ["framework, case", ...VARIANTS, "ours / headers", "ours / hand"];

/** Measures how many bytes of the heap each request of a case leaves to the collector. */
export async function runGarbage(options: Options): Promise<void> {
  for (const node of options.nodes) {
    write(`\n## Garbage, Node ${node.version}\n\nBytes a request, of ${REQUESTS}\n`);
    const table = new Table(HEADS, 22, 8);
    for (const framework of options.frameworks) {
      for (const name of options.cases) {
        const bytes = {} as Record<Variant, readonly number[]>;
        for (const variant of VARIANTS) bytes[variant] = await measure(options, node, framework, name, variant);
        const toHeaders = ratios(bytes.ours, bytes.headers);
        const toHand = ratios(bytes.ours, bytes.hand);
        const medians = VARIANTS.map((variant): Spread => spread(bytes[variant]));
        table.row([
          `${framework}, ${name}`,
          ...medians.map((one) => figure(one.median)),
          told(toHeaders),
          told(toHand),
        ]);
        options.results.add("garbage", { node: node.version, framework, case: name, bytes, toHeaders, toHand });
      }
    }
  }
}

async function measure(
  { effort, packages }: Options,
  node: Node,
  framework: Framework,
  name: Case,
  variant: Variant,
): Promise<number[]> {
  const file = new URL("../servers/server.ts", import.meta.url);
  const child = new Child({ node, packages, file, args: [framework, variant, name], flags: FLAGS });
  try {
    const { url } = await child.next<Started>();
    await checkAnswer(url, framework, name, variant);
    const bytes: number[] = [];
    for (let round = 0; round < WARM_UP + effort.rounds; round += 1) bytes.push(await garbageOf(child, url));
    return bytes.slice(WARM_UP);
  } finally {
    child.end();
  }
}

async function garbageOf(child: Child, url: string): Promise<number> {
  const before = await child.ask<Used>("collect");
  await send(url, REQUESTS);
  const after = await child.ask<Used>("used");
  if (after.collections > before.collections) throw new Error("the collector ran while garbage was counted");
  return (after.heap - before.heap) / REQUESTS;
}
