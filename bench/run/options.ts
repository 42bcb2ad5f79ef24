import { parseArgs } from "node:util";
import type { Effort } from "../servers/measure.ts";
import { CASES, type Case, FRAMEWORKS, type Framework } from "../servers/names.ts";
import { findNode, type Node } from "./nodes.ts";
import { Results } from "./results.ts";

/** The parts of the benches, in the order of a run. */
export const PARTS = ["micro", "servers", "floor", "growth", "garbage", "import"] as const;

/** The name of one part. */
export type Part = (typeof PARTS)[number];

/** What the command line asks for. */
export interface Options {
  readonly parts: readonly Part[];
  readonly nodes: readonly Node[];
  readonly frameworks: readonly Framework[];
  readonly cases: readonly Case[];
  readonly effort: Effort;
  /** The folder with the built packages; this repository's if it is `undefined`. */
  readonly packages: string | undefined;
  readonly results: Results;
}

/** Reads the arguments of the command. @throws Error that names an unknown value and the known ones. */
export function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      nodes: { type: "string", default: "20,24" },
      frameworks: { type: "string" },
      cases: { type: "string" },
      rounds: { type: "string", default: "7" },
      seconds: { type: "string", default: "1" },
      "warm-up": { type: "string", default: "2" },
      connections: { type: "string", default: "50" },
      pipelining: { type: "string", default: "1" },
      packages: { type: "string" },
      json: { type: "string" },
    },
  });
  return {
    parts: chosen("part", PARTS, positionals),
    nodes: values.nodes.split(",").map(findNode),
    frameworks: chosen("framework", FRAMEWORKS, values.frameworks?.split(",")),
    cases: chosen("case", CASES, values.cases?.split(",")),
    effort: {
      rounds: positive("rounds", values.rounds),
      seconds: positive("seconds", values.seconds),
      warmUp: positive("warm-up", values["warm-up"]),
      connections: positive("connections", values.connections),
      pipelining: positive("pipelining", values.pipelining),
    },
    packages: values.packages,
    results: new Results(values, values.json),
  };
}

function chosen<Name extends string>(
  what: string,
  all: readonly Name[],
  names: readonly string[] = [],
): readonly Name[] {
  const unknown = names.filter((name) => !all.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`no such ${what}: ${unknown.join(", ")}; there are ${all.join(", ")}`);
  return names.length === 0 ? all : all.filter((name) => names.includes(name));
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name}: expected a number above 0, got ${text}`);
  return value;
}
