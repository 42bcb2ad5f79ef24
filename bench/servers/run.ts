import type { Options } from "../run/options.ts";
import { ratios, spread, told } from "../run/stats.ts";
import { figure, Table, write } from "../table.ts";
import type { Round } from "./load.ts";
import { measure, type Rounds } from "./measure.ts";
import { VARIANTS, type Variant } from "./names.ts";

/** The ratios that are told, each of one variant to another. */
const PAIRS: readonly (readonly [over: Variant, under: Variant])[] = [
  ["ours", "headers"],
  ["ours", "hand"],
  ["ours", "bare"],
  ["headers", "bare"],
];

const HEADS = ["framework, case", ...VARIANTS, ...PAIRS.map(([over, under]) => `${over} / ${under}`)];

/** End to end: each framework, case and variant over real sockets. */
export async function runServers(options: Options): Promise<void> {
  const { effort, packages } = options;
  for (const node of options.nodes) {
    write(`\n## Servers, Node ${node.version}\n`);
    write(`\n${effort.rounds} rounds of ${effort.seconds} s, ${effort.connections} connections\n`);
    write("\nFirst line: requests/s. Second: µs of the server's processor a request, as ratios the other way round.\n");
    const table = new Table(HEADS, 24, 7);
    for (const framework of options.frameworks) {
      for (const name of options.cases) {
        const rounds = await measure({ node, framework, name, packages }, effort);
        table.row([`${framework}, ${name}`, ...cells(rounds, (round) => round.rate, 0)]);
        table.row([`  µs (busy ${busy(rounds)})`, ...cells(rounds, (round) => round.cpu, 1)]);
        options.results.add("servers", { node: node.version, framework, case: name, ...summary(rounds), rounds });
      }
    }
  }
}

/** The median of each variant, and the ratio of each pair with its spread: above 1, the first of the pair is better. */
function cells(rounds: Rounds, pick: (round: Round) => number, lowerIsBetter: 0 | 1): string[] {
  const values = (variant: Variant) => rounds[variant].map(pick);
  return [
    ...VARIANTS.map((variant) => figure(spread(values(variant)).median)),
    ...PAIRS.map(([over, under]) => told(pairRatios(values(over), values(under), lowerIsBetter))),
  ];
}

function pairRatios(over: readonly number[], under: readonly number[], lowerIsBetter: 0 | 1) {
  return lowerIsBetter ? ratios(under, over) : ratios(over, under);
}

function busy(rounds: Rounds): string {
  return VARIANTS.map((variant) => spread(rounds[variant].map((round) => round.busy)).median.toFixed(2)).join(" ");
}

function summary(rounds: Rounds): object {
  const byRate: Record<string, object> = {};
  const byCpu: Record<string, object> = {};
  for (const [over, under] of PAIRS) {
    byRate[`${over}/${under}`] = ratios(
      rounds[over].map(({ rate }) => rate),
      rounds[under].map(({ rate }) => rate),
    );
    byCpu[`${over}/${under}`] = ratios(
      rounds[under].map(({ cpu }) => cpu),
      rounds[over].map(({ cpu }) => cpu),
    );
  }
  return { byRate, byCpu };
}
