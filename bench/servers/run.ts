import type { Node } from "../run/nodes.ts";
import type { Options } from "../run/options.ts";
import { write } from "../table.ts";
import { checkAnswer, expectedStatus } from "./expected.ts";
import { measure, type Target } from "./measure.ts";
import { type Case, type Framework, MODES, type Mode, VARIANTS, type Variant } from "./names.ts";
import { type Pair, ServersTable, summary } from "./table.ts";

const PAIRS: readonly Pair<Variant>[] = [
  ["ours", "headers"],
  ["ours", "hand"],
  ["ours", "bare"],
  ["headers", "bare"],
];

const MODE_PAIRS: readonly Pair<Mode>[] = [
  ["observed", "bare"],
  ["ours", "bare"],
];

const SERVER = new URL("server.ts", import.meta.url);

/** Measures each framework, case and variant end to end, over real sockets. */
export async function runServers(options: Options): Promise<void> {
  const { effort, results } = options;
  for (const node of options.nodes) {
    write(`\n## Servers, Node ${node.version}\n`);
    write(`\n${effort.rounds} rounds of ${effort.seconds} s, ${effort.connections} connections\n`);
    const table = new ServersTable(VARIANTS, PAIRS);
    for (const framework of options.frameworks) {
      for (const name of options.cases) {
        const rounds = await measure(targetsOf(options, node, framework, name), effort);
        table.row(`${framework}, ${name}`, rounds);
        results.add("servers", { node: node.version, framework, case: name, ...summary(PAIRS, rounds) });
      }
    }
    if (options.cases.includes("success")) await runModes(options, node);
  }
}

/** Measures what a success costs with a contract that only reports. */
async function runModes(options: Options, node: Node): Promise<void> {
  write("\n### A success in report-only mode\n\n");
  const table = new ServersTable(MODES, MODE_PAIRS);
  for (const framework of options.frameworks) {
    const target = (mode: Mode) => targetOf(options, node, framework, "success", mode);
    const targets = { bare: target("bare"), observed: target("observed"), ours: target("ours") };
    const rounds = await measure(targets, options.effort);
    table.row(`${framework}, success`, rounds);
    options.results.add("servers", {
      node: node.version,
      framework,
      case: "success in report-only mode",
      ...summary(MODE_PAIRS, rounds),
    });
  }
}

/** The four servers of one case of one framework. */
export function targetsOf(options: Options, node: Node, framework: Framework, name: Case): Record<Variant, Target> {
  const target = (variant: Variant) => targetOf(options, node, framework, name, variant);
  return { bare: target("bare"), headers: target("headers"), hand: target("hand"), ours: target("ours") };
}

function targetOf(
  { packages }: Options,
  node: Node,
  framework: Framework,
  name: Case,
  variant: Variant | Mode,
): Target {
  return {
    node,
    packages,
    file: SERVER,
    args: [framework, variant, name],
    status: expectedStatus(framework, name, variant),
    check: (url) => checkAnswer(url, framework, name, variant),
  };
}
