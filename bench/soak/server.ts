/**
 * The process whose heap is measured: one framework's app under a contract, and nothing that keeps anything of a request.
 * Started by `soak.ts` with the name of the driver; reports its address, and its memory on request.
 */
import { createContract } from "@uhp-errors/core";
import { MAX_BYTES, type RunningDriver } from "../../test/conformance/drivers/driver.ts";
import { loadDriver } from "../../test/conformance/drivers/load.ts";
import type { DriverName } from "../../test/conformance/drivers/names.ts";
import { acme } from "../../test/support/catalog.ts";
import { handle } from "./handlers.ts";

/** What the server reports, one thing at a time. */
export interface Told {
  readonly url?: string;
  readonly memory?: Memory;
  /** The name of a warning that its process emitted. */
  readonly warning?: string;
}

/** Bytes in use once all garbage is gone. */
export interface Memory {
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

/**
 * Requests between two collections. A WeakMap keeps the room for as many entries as it ever had between two of them, so
 * that the heap would otherwise say how long the engine felt like waiting.
 */
const INTERVAL = 1_000;

/** Collections before the heap is read; what hangs on weak references goes only after several. */
const COLLECTIONS = 10;

/** Milliseconds between two collections, for timers and callbacks that are still to come. */
const PAUSE = 100;

async function start(name: DriverName, bare: boolean): Promise<RunningDriver> {
  // Each framework is loaded alone, so that the heap holds no other.
  const driver = await loadDriver(name);
  // Reports are dropped: kept ones would be the leak.
  return driver.start(bare ? undefined : createContract(acme, { maxFileBytes: MAX_BYTES, onError: () => {} }), handle);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

async function whenIdle({ server }: RunningDriver): Promise<void> {
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
    });
  while ((await connections()) > 0) await pause();
}

function collect(): void {
  if (globalThis.gc === undefined) throw new Error("the server needs --expose-gc");
  globalThis.gc();
}

function collectNowAndThen({ server }: RunningDriver): void {
  let requests = 0;
  server.on("request", () => {
    requests += 1;
    if (requests % INTERVAL === 0) collect();
  });
}

/** The lowest of several readings: what one collection leaves may go with the next. */
async function measure(): Promise<Memory> {
  const readings: Memory[] = [];
  for (let round = 0; round < COLLECTIONS; round += 1) {
    await pause();
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    readings.push({ heapUsed, external, arrayBuffers });
  }
  return readings.reduce((lowest, reading) => (reading.heapUsed < lowest.heapUsed ? reading : lowest));
}

const tell = (told: Told) => process.send?.(told);

const [name, contract] = process.argv.slice(2);
process.on("warning", (warning) => tell({ warning: warning.name }));
const running = await start(name as DriverName, contract === "bare");
collectNowAndThen(running);
process.on("message", async () => {
  await whenIdle(running);
  tell({ memory: await measure() });
});
process.on("disconnect", () => process.exit());
tell({ url: running.url });
