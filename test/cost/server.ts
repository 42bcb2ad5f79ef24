/**
 * The process whose memory is counted: one framework's app, without the contract and under it. It is started with the name of the driver,
 * reports both addresses, and then answers one question at a time.
 */
import { createContract } from "@uhp-errors/core";
import { loadDriver } from "../conformance/drivers/load.ts";
import type { DriverName } from "../conformance/drivers/names.ts";
import { acme } from "../support/catalog.ts";
import { handle } from "./kinds.ts";

/** The server's first message. */
export interface Started {
  readonly bare: string;
  readonly ours: string;
}

/** The questions: the bytes of the heap, either after its garbage is collected or as they are. */
export type Question = "collect" | "heap";

const ANSWERS: Readonly<Record<Question, () => number>> = {
  collect: () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  },
  heap: () => process.memoryUsage().heapUsed,
};

const [name] = process.argv.slice(2) as [DriverName];
// Only one framework is loaded.
const driver = await loadDriver(name);
const bare = await driver.start(undefined, handle);
const ours = await driver.start(createContract(acme, { onError: () => {} }), handle);
process.on("message", (question: Question) => process.send?.(ANSWERS[question]()));
process.on("disconnect", () => process.exit());
process.send?.({ bare: bare.url, ours: ours.url } satisfies Started);
