import { expect } from "vitest";
import type { AppName } from "../../runtimes/program/apps.ts";
import type { AskedServer } from "../asked-server.ts";
import { exchange } from "../client.ts";
import type { Fault } from "../faults.ts";
import { canAsk, PROBE_NAMES, PROBES, type ProbeName } from "../probes.ts";
import { SCENARIOS, type Scenario, type ScenarioName } from "../scenarios.ts";
import type { Cell, Outcome } from "../table.ts";
import { tryFault } from "../try-fault.ts";
import { type RuntimeName, RuntimeServer } from "./process.ts";

/** Faults with which a runtime does not work even without the contract, each with the reason. The test proves it. */
const BROKEN_BARE: Readonly<Record<RuntimeName, Readonly<Record<string, string>>>> = {
  bun: {},
  deno: {
    "console: absent": "it warns of every signal of a request that was read",
    "Array.prototype with an index": "its list of rejected promises inherits a value",
  },
  workers: {},
};

/**
 * Scenarios that need only a server's address. No client leaves within a response: on Deno, Node's streams then throw where nothing catches
 * it, if they are read as web streams.
 */
const ANYWHERE = new Map<ScenarioName, Scenario<AskedServer>>([
  ["a client that reads late", SCENARIOS["a client that reads late"]],
  ["a client that writes byte by byte", SCENARIOS["a client that writes byte by byte"]],
  ["clients that leave", SCENARIOS["clients that leave before the response"]],
]);

/** Whether a fault is independent of how Node is started. */
export function isAnywhere({ before, flags, inside, output, files, scenario }: Fault): boolean {
  const isOfNode = [before, flags, inside, output, files].some((own) => own !== undefined);
  return !isOfNode && (scenario === undefined || ANYWHERE.has(scenario));
}

/** Tries a fault on a server on another runtime. */
export async function tryOnRuntime(
  runtime: RuntimeName,
  app: AppName,
  name: string,
  fault: Fault,
  cell: Cell,
): Promise<void> {
  const reason = BROKEN_BARE[runtime][name];
  if (reason !== undefined) {
    cell.say(`not tried: ${reason}`);
    expect(await worksBare(runtime, app, name)).toBe(false);
    return;
  }
  await tryFault(cell, {
    start: () => RuntimeServer.start(runtime, app, name),
    scenario: fault.scenario && ANYWHERE.get(fault.scenario),
    behaviors: fault.behaviors,
    probes: (fault.probes ?? PROBE_NAMES).filter((probe) => canAsk(app, PROBES[probe]) && isAsked(runtime, probe)),
    wanted(probe, behavior) {
      const { sees, reported }: Outcome = PROBES[probe];
      return { sees, reported, ...fault.differs?.(app, behavior)[probe] };
    },
  });
}

/** Whether a request reaches the app at all, and the runtime has what its failure needs. */
function isAsked(runtime: RuntimeName, probe: ProbeName): boolean {
  return probe !== "garbage" && !(probe === "realm" && runtime === "workers");
}

/** Whether the server answers as usual with the fault, but without the contract. */
async function worksBare(runtime: RuntimeName, app: AppName, name: string): Promise<boolean> {
  const server = await RuntimeServer.start(runtime, app, name, "bare");
  try {
    for (let times = 0; times < 2; times += 1) {
      if ((await exchange(server.url, { path: "/case?do=watchful" })).sees !== "200") return false;
    }
    return true;
  } finally {
    await server.kill();
  }
}
