/**
 * The process whose work is counted: one framework's app, without the contract and under it. Started with the name of the
 * driver; tells both addresses, and then answers one question at a time.
 */
import { Session } from "node:inspector/promises";
import { createContract } from "@uhp-errors/core";
import { loadDriver } from "../conformance/drivers/load.ts";
import type { DriverName } from "../conformance/drivers/names.ts";
import { acme } from "../support/catalog.ts";
import { handle } from "./kinds.ts";

/** What the server tells first. */
export interface Started {
  readonly bare: string;
  readonly ours: string;
}

/**
 * What can be asked: the bytes of the heap, once its garbage is gone or as it is; or the calls of every function of the
 * packages since the question before, which counting begins with.
 */
export type Question = "collect" | "heap" | "calls";

/** How often each function was called, by its file and name. */
export type Calls = Readonly<Record<string, number>>;

const OUR_FILE = /\/packages\/([a-z]+\/src\/.*)$/;

const session = new Session();
session.connect();
let counting = false;

async function calls(): Promise<Calls> {
  if (!counting) {
    counting = true;
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const found: Record<string, number> = {};
  for (const { url, functions } of result) {
    const file = OUR_FILE.exec(url)?.[1];
    if (file === undefined) continue;
    for (const { functionName, ranges } of functions) {
      const name = `${file} ${functionName}@${ranges[0]?.startOffset}`;
      if ((ranges[0]?.count ?? 0) > 0) found[name] = ranges[0]?.count ?? 0;
    }
  }
  return found;
}

const ANSWERS: Readonly<Record<Question, () => unknown>> = {
  collect: () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  },
  heap: () => process.memoryUsage().heapUsed,
  calls,
};

const [name] = process.argv.slice(2) as [DriverName];
// Each framework is loaded alone.
const driver = await loadDriver(name);
const bare = await driver.start(undefined, handle);
const ours = await driver.start(createContract(acme, { onError: () => {} }), handle);
process.on("message", async (question: Question) => process.send?.(await ANSWERS[question]()));
process.on("disconnect", () => process.exit());
process.send?.({ bare: bare.url, ours: ours.url } satisfies Started);
