/**
 * The process that is measured: one framework, equipped in one way, with one route. Started with the names of the three;
 * tells its address, and what it has used as often as it is asked.
 */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PerformanceObserver } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { deedOf } from "./cases.ts";
import type { Case, Framework, Variant } from "./names.ts";

/** Milliseconds after a collection. */
const PAUSE = 50;

const HOST = "127.0.0.1";

/** What the server tells first. */
export interface Started {
  readonly url: string;
}

/** What it tells when it is asked. */
export interface Used {
  /** Microseconds of the processor, all threads of the process together. */
  readonly cpu: number;
  /** Bytes of the heap, garbage included. */
  readonly heap: number;
  /** How often the collector has run. */
  readonly collections: number;
}

/** What the server can be asked: what it has used, or the same after its garbage is gone. */
export type Question = "used" | "collect";

async function start(framework: Framework, variant: Variant, name: Case): Promise<Server> {
  const deed = deedOf(name, variant);
  switch (framework) {
    case "express4":
    case "express5":
      return listening((await import("./express.ts")).expressApp(framework, variant, deed).listen(0, HOST));
    case "koa2":
    case "koa3":
      return listening((await import("./koa.ts")).koaApp(framework, variant, deed).listen(0, HOST));
    case "fastify4":
    case "fastify5": {
      const app = await (await import("./fastify.ts")).fastifyApp(framework, variant, deed);
      await app.listen({ port: 0, host: HOST });
      return app.server;
    }
  }
}

async function listening(server: Server): Promise<Server> {
  if (!server.listening) await once(server, "listening");
  return server;
}

const [framework, variant, name] = process.argv.slice(2) as [Framework, Variant, Case];
// Express prints the stack of an error that nobody handles. The stack is still made, as it is in production.
console.error = () => {};
const server = await start(framework, variant, name);
let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ["gc"] });
process.on("message", async (question: Question) => {
  if (question === "collect") globalThis.gc?.();
  // The observer is told a little later.
  if (question === "collect") await setTimeout(PAUSE);
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, heap: process.memoryUsage().heapUsed, collections } satisfies Used);
});
process.on("disconnect", () => process.exit());
process.send?.({ url: `http://${HOST}:${(server.address() as AddressInfo).port}/case` } satisfies Started);
