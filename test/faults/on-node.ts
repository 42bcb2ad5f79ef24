import { expect } from "vitest";
import type { DriverName } from "../conformance/drivers/names.ts";
import { exchange } from "./client.ts";
import type { Fault } from "./faults.ts";
import { canAsk, PROBE_NAMES, PROBES, type ProbeName } from "./probes.ts";
import { FaultyServer } from "./process.ts";
import { SCENARIOS } from "./scenarios.ts";
import type { Cell, Outcome } from "./table.ts";
import { tryFault } from "./try-fault.ts";

const ANYTHING: Outcome = { sees: "*", reported: "*" };

/** Tries a fault on a server on Node. */
export async function tryOnNode(driver: DriverName, name: string, fault: Fault, cell: Cell): Promise<void> {
  const reason = fault.brokenBare?.[driver];
  if (reason !== undefined) {
    cell.say(`not tried: ${reason}`);
    expect(await worksBare(driver, name, fault)).toBe(false);
    return;
  }
  const failsBare = fault.failsBare?.(driver) ?? {};
  for (const probe of Object.keys(failsBare) as ProbeName[]) {
    const usual = await outcomeBare(driver, "none", {}, probe);
    expect(await outcomeBare(driver, name, fault, probe)).not.toEqual(usual);
  }
  await tryFault(cell, {
    start: () => FaultyServer.start(driver, name, fault),
    scenario: fault.scenario && SCENARIOS[fault.scenario],
    behaviors: fault.behaviors,
    probes: (fault.probes ?? PROBE_NAMES).filter((probe) => canAsk(driver, PROBES[probe])),
    wanted(probe, behavior) {
      const { sees, reported }: Outcome = probe in failsBare ? ANYTHING : PROBES[probe];
      return { sees, reported, ...fault.differs?.(driver, behavior)[probe] };
    },
  });
}

/** Whether the server starts and answers with the fault, but without the contract. */
async function worksBare(driver: DriverName, name: string, fault: Fault): Promise<boolean> {
  let server: FaultyServer;
  try {
    server = await FaultyServer.start(driver, name, fault, "bare");
  } catch {
    return false;
  }
  try {
    const statuses = [];
    for (const probe of ["success", "thrown"] as const) {
      const { bytes } = await exchange(server.url, PROBES[probe].sent);
      statuses.push(/^HTTP\/1\.1 (\d{3})/.exec(bytes)?.[1]);
    }
    return statuses.join() === "200,500" && !server.hasEnded;
  } finally {
    await server.kill();
  }
}

/** The outcome of a request without the contract: the bytes of the response without its date, and whether the process survives. */
async function outcomeBare(driver: DriverName, name: string, fault: Fault, probe: ProbeName) {
  const server = await FaultyServer.start(driver, name, fault, "bare");
  try {
    const { bytes } = await exchange(server.url, PROBES[probe].sent);
    const lives = await server.reports().then(
      () => true,
      () => false,
    );
    return { bytes: bytes.replace(/^date: .*$/im, ""), lives };
  } finally {
    await server.kill();
  }
}
