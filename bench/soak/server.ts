/**
 * The process whose heap is measured: one framework's app under a contract, with nothing that keeps any part of a request.
 * `process.ts` starts it with the name of the driver. It reports its address, and answers questions.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createContract } from "@uhp-errors/core";
import { MAX_BYTES, type RunningDriver } from "../../test/conformance/drivers/driver.ts";
import { loadDriver } from "../../test/conformance/drivers/load.ts";
import type { DriverName } from "../../test/conformance/drivers/names.ts";
import { acme } from "../../test/support/catalog.ts";
import { fileLimit } from "../../test/support/file-limit.ts";
import { handle } from "./handlers.ts";

/** What the server reports, one thing at a time. */
export interface Told {
  readonly ready?: Ready;
  readonly memory?: Memory;
  readonly atRest?: AtRest;
  readonly sample?: Sample;
  /** The name of a warning that its process emitted. */
  readonly warning?: string;
}

export type Question = "memory" | "atRest" | "sample";

/** A server that listens. */
export interface Ready {
  readonly url: string;
  /** Whether handlers have Node's own response. */
  readonly hasNodeResponse: boolean;
}

/** What is still open after the client has closed all its connections. */
export interface AtRest {
  /** The kinds of everything that keeps the process alive, such as sockets and timers. A kind appears once for each. */
  readonly handles: readonly string[];
  readonly connections: number;
}

/** A sample of a server under load. Memory is in bytes, after a collection. */
export interface Sample {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
  readonly handles: number;
  readonly connections: number;
  /** By how many milliseconds the event loop was late since the last sample: the 99th percentile. */
  readonly loopDelay: number;
}

/** Bytes in use once all garbage is gone. */
export interface Memory {
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

/**
 * How many requests come between two collections. A WeakMap keeps room for as many entries as it ever had between two
 * collections. Without this, the size of the heap would depend on how long the engine happens to wait.
 */
const INTERVAL = 1_000;

/** How many collections there are. What hangs on weak references goes only after several. */
const COLLECTIONS = 10;

/** Milliseconds between two collections, for timers and callbacks that are still pending. */
const PAUSE = 100;

/** Milliseconds after which connections that are still open count as left open. */
const PATIENCE = 15_000;

/**
 * Milliseconds for the head of a request, and between two requests on one connection. On a busy machine, the defaults can run
 * out. A client that sends just then finds its connection closed.
 */
const PATIENT = 60_000;

/** Milliseconds between two measurements of the event loop's delay. */
const RESOLUTION = 10;

async function start(name: DriverName, bare: boolean): Promise<RunningDriver & Ready> {
  // Only this framework is loaded, so that the heap contains no other.
  const driver = await loadDriver(name);
  // Reports are dropped: if they were kept, they would be the leak.
  const contract = bare ? undefined : createContract(acme, { recognize: [fileLimit(MAX_BYTES)], onError: () => {} });
  return { ...(await driver.start(contract, handle)), hasNodeResponse: driver.hasNodeResponse };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

function connectionsOf({ server }: RunningDriver): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

/** Waits until no connection is open, but not forever. */
async function idle(running: RunningDriver): Promise<void> {
  for (let waited = 0; waited < PATIENCE && (await connectionsOf(running)) > 0; waited += PAUSE) await pause();
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

/** The lowest of several readings. What one collection leaves may go with the next. */
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

async function look(): Promise<Sample> {
  const loopDelay = delay.percentile(99) / 1e6 - RESOLUTION;
  const handles = process.getActiveResourcesInfo().length;
  const connections = await connectionsOf(running);
  collect();
  await pause();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  // The collections do not count as delay.
  setImmediate(() => delay.reset());
  return { heapUsed, external, rss, handles, connections, loopDelay };
}

const ANSWERS: Readonly<Record<Question, () => Promise<Told>>> = {
  memory: async () => {
    await idle(running);
    return { memory: await measure() };
  },
  atRest: async () => {
    await idle(running);
    return { atRest: { handles: process.getActiveResourcesInfo(), connections: await connectionsOf(running) } };
  },
  sample: async () => ({ sample: await look() }),
};

const tell = (told: Told) => process.send?.(told);

// Listeners that turn each request into a `Request` print every stream that fails. Here, streams fail on purpose.
console.error = () => {};

const [name, contract] = process.argv.slice(2);
process.on("warning", (warning) => tell({ warning: warning.name }));
const running = await start(name as DriverName, contract === "bare");
running.server.headersTimeout = PATIENT;
running.server.keepAliveTimeout = PATIENT;
collectNowAndThen(running);
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();
process.on("message", async (question: Question) => tell(await ANSWERS[question]()));
process.on("disconnect", () => process.exit());
tell({ ready: { url: running.url, hasNodeResponse: running.hasNodeResponse } });
