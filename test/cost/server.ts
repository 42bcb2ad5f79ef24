/**
 * The process whose memory is counted: one framework's app, without the contract and under it. Started with the name of the
 * driver; reports both addresses, and then answers one question at a time.
 */
import { createContract } from "@uhp-errors/core";
import { loadDriver } from "../conformance/drivers/load.ts";
import type { DriverName } from "../conformance/drivers/names.ts";
import { acme } from "../support/catalog.ts";
import { handle } from "./kinds.ts";

/** What the server reports first. */
export interface Started {
  readonly bare: string;
  readonly ours: string;
}

/** What can be asked: the bytes of the heap, once its garbage is gone or as it is. */
export type Question = "collect" | "heap";

const ANSWERS: Readonly<Record<Question, () => number>> = {
  collect: () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  },
  heap: () => process.memoryUsage().heapUsed,
};

const [name] = process.argv.slice(2) as [DriverName];
// Each framework is loaded alone.
const driver = await loadDriver(name);
const bare = await driver.start(undefined, handle);
const ours = await driver.start(createContract(acme, { onError: () => {} }), handle);
process.on("message", (question: Question) => process.send?.(ANSWERS[question]()));
process.on("disconnect", () => process.exit());
process.send?.({ bare: bare.url, ours: ours.url } satisfies Started);
