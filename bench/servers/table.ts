import { ratios, type Spread, spread, told } from "../run/stats.ts";
import { figure, Table } from "../table.ts";
import type { Round } from "./load.ts";
import type { Rounds } from "./measure.ts";

/** Two servers to compare. If their ratio is above 1, the first one is better. */
export type Pair<Name extends string> = readonly [over: Name, under: Name];

/** A table of servers. One line has requests per second and their ratios, the next has CPU time and its ratios. */
export class ServersTable<Name extends string> {
  readonly #names: readonly Name[];
  readonly #pairs: readonly Pair<Name>[];
  readonly #table: Table;

  constructor(names: readonly Name[], pairs: readonly Pair<Name>[]) {
    this.#names = names;
    this.#pairs = pairs;
    this.#table = new Table(["", ...names, ...pairs.map(([over, under]) => `${over} / ${under}`)], 32, 16);
  }

  /** Writes the two lines of one subject. */
  row(subject: string, rounds: Rounds<Name>): void {
    const rates = pairRatios(this.#pairs, rounds, byRate);
    const cpus = pairRatios(this.#pairs, rounds, byCpu);
    const busy = this.#medians(rounds, (round) => round.busy).map((share) => share.toFixed(2));
    this.#table.row([`${subject}, requests/s`, ...this.#medians(rounds, (round) => round.rate).map(figure), ...rates]);
    this.#table.row([
      "  µs of processor (busy)",
      ...this.#medians(rounds, (round) => round.cpu).map((cpu, index) => `${figure(cpu)} (${busy[index]})`),
      ...cpus,
    ]);
  }

  #medians(rounds: Rounds<Name>, pick: (round: Round) => number): number[] {
    return this.#names.map((name) => spread(rounds[name].map(pick)).median);
  }
}

type Compare = (over: readonly Round[], under: readonly Round[]) => Spread;

const byRate: Compare = (over, under) =>
  ratios(
    over.map(({ rate }) => rate),
    under.map(({ rate }) => rate),
  );

const byCpu: Compare = (over, under) =>
  ratios(
    under.map(({ cpu }) => cpu),
    over.map(({ cpu }) => cpu),
  );

function pairRatios<Name extends string>(
  pairs: readonly Pair<Name>[],
  rounds: Rounds<Name>,
  compare: Compare,
): string[] {
  return pairs.map(([over, under]) => told(compare(rounds[over], rounds[under])));
}

/** The ratios of all pairs with their spread, as the results keep them. */
export function summary<Name extends string>(pairs: readonly Pair<Name>[], rounds: Rounds<Name>): object {
  const of = (compare: Compare) =>
    Object.fromEntries(pairs.map(([over, under]) => [`${over}/${under}`, compare(rounds[over], rounds[under])]));
  return { byRate: of(byRate), byCpu: of(byCpu), rounds };
}
