import fc from "fast-check";
import { loadDriver } from "../../conformance/drivers/load.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import { plans } from "../../ecosystem/generated/draw.ts";
import { Pair } from "../../ecosystem/generated/explore.ts";
import type { Finding } from "../../ecosystem/generated/judge.ts";
import type { Plan } from "../../ecosystem/generated/plan.ts";
import { type Invariant, startedFor, type Target, Violation } from "../target.ts";

/** Servers whose handlers reach Node's own response. */
const SERVERS = [
  "express4",
  "express5",
  "koa2",
  "koa3",
  "fastify4",
  "fastify5",
  "nest-express",
  "nest-fastify",
] as const satisfies readonly DriverName[];

interface Case {
  readonly server: (typeof SERVERS)[number];
  readonly plan: Plan;
}

/** The invariant that a difference breaks. Any other difference breaks that of a success. */
const INVARIANTS: readonly (readonly [what: RegExp, invariant: Invariant])[] = [
  [/^an exception/, "no error is uncaught"],
  [/^reports/, "each failure is reported once"],
  [/left open|follows|is cut/, "each request gets one answer"],
  [/envelope|error/, "a failure is an envelope"],
];

function violationOf({ what, bare, mounted }: Finding): Violation {
  const [, invariant] = INVARIANTS.find(([pattern]) => pattern.test(what)) ?? [];
  const shown = JSON.stringify({ bare, mounted }).slice(0, 4_000);
  return new Violation(invariant ?? "a success keeps its bytes", `${what}: ${shown}`);
}

/** Calls on Node's response in any order, compared with the bare framework. */
export const responses: Target<Case> = {
  cases: fc.record({ server: fc.constantFrom(...SERVERS), plan: plans }),
  start: async () =>
    startedFor(
      ({ server }) => server,
      async ({ server }) => {
        const pair = await Pair.of(await loadDriver(server));
        return {
          attempt: async ({ plan }) => {
            // The machine may have been too busy the first time.
            if ((await pair.compareOnce(plan)) === undefined) return;
            const finding = await pair.compareOnce(plan);
            if (finding !== undefined) throw violationOf(finding);
          },
          stop: () => pair.close(),
        };
      },
    ),
};
