import { setTimeout as wait } from "node:timers/promises";
import type { DriverName } from "../../test/conformance/drivers/names.ts";
import { percentile, spread } from "../run/stats.ts";
import { write } from "../table.ts";
import { Client } from "./client.ts";
import { rotation } from "./kinds.ts";
import { ServerProcess } from "./process.ts";
import type { AtRest, Sample } from "./server.ts";
import { Load, timeout } from "./soak.ts";

/** How to run. */
export interface Course {
  readonly minutes: number;
  /** How many requests per second each server gets. */
  readonly rate: number;
  readonly bare: boolean;
}

/** What was measured on one server in one interval. */
export interface Interval extends Sample {
  /** Minutes since the load began. */
  readonly at: number;
  readonly requests: number;
  /** Milliseconds that answers took, without those that the client delayed itself; NaN if there were none. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The result of one server. */
export interface Watched {
  readonly driver: DriverName;
  readonly requests: number;
  readonly intervals: readonly Interval[];
  readonly restBefore: AtRest;
  readonly restAfter: AtRest;
  /** Names of the warnings that the server's process emitted. */
  readonly warnings: readonly string[];
  readonly mismatches: ReadonlyMap<string, number>;
}

/** How many requests a server gets at a time. With more, the latency would only show how long they wait for each other. */
const CONNECTIONS = 10;

/** Seconds between two samples. */
const SAMPLING = 10;

/** How many requests each server gets before the time begins, as fast as it takes them. By then, most code is compiled. */
const WARM_UP = 3_000;

/** Serves several frameworks at once, each in its own process, and sends all of them requests from this one. */
export async function soakByTime(drivers: readonly DriverName[], course: Course): Promise<readonly Watched[]> {
  const servers: Server[] = [];
  try {
    for (const driver of drivers) servers.push(await Server.start(driver, course.bare));
    for (const server of servers) await server.warmUp();
    const begins = performance.now();
    const ends = begins + course.minutes * 60_000;
    // The requests of the servers take turns.
    const offset = 1_000 / course.rate / servers.length;
    const loads = servers.map((server, index) => server.load(course.rate, index * offset, ends));
    for (let number = 1; number <= (course.minutes * 60) / SAMPLING; number += 1) {
      await wait(Math.max(0, begins + number * SAMPLING * 1_000 - performance.now()));
      for (const server of servers) await server.sample((number * SAMPLING) / 60);
      if (number % 6 === 0) write(`${servers.map((server) => server.state()).join(", ")}\n`);
    }
    await Promise.all(loads);
    const watched: Watched[] = [];
    for (const server of servers) watched.push(await server.finish());
    return watched;
  } finally {
    for (const server of servers) server.end();
  }
}

/** Compares the second tenth of a run with the last: the median of each. */
export function tenths(intervals: readonly Interval[], key: keyof Interval): { second: number; last: number } {
  const median = (from: number, to: number) => {
    const part = intervals.slice(Math.floor(from * intervals.length), Math.ceil(to * intervals.length));
    return spread(part.map((interval) => interval[key])).median;
  };
  return { second: median(0.1, 0.2), last: median(0.9, 1) };
}

class Server {
  readonly #driver: DriverName;
  readonly #process: ServerProcess;
  readonly #load: Load;
  readonly #intervals: Interval[] = [];
  #restBefore: AtRest = { handles: [], connections: 0 };
  #requests = 0;
  #counted = 0;
  #latencies: number[] = [];

  private constructor(driver: DriverName, process: ServerProcess, load: Load) {
    this.#driver = driver;
    this.#process = process;
    this.#load = load;
  }

  static async start(driver: DriverName, bare: boolean): Promise<Server> {
    const process = new ServerProcess(driver, bare);
    const { url, hasNodeResponse } = await process.ready();
    return new Server(driver, process, new Load(new Client(url, timeout(bare)), rotation(hasNodeResponse)));
  }

  async warmUp(): Promise<void> {
    await this.#load.send(0, WARM_UP);
    this.#load.rest();
    this.#restBefore = await this.#process.ask("atRest");
  }

  /** Sends requests until the time is over, each when it is due, or later if no connection is free. */
  async load(rate: number, offset: number, ends: number): Promise<void> {
    const begins = performance.now() + offset;
    let next = 0;
    const worker = async () => {
      for (;;) {
        const number = next++;
        const due = begins + (number * 1_000) / rate;
        await wait(Math.max(0, due - performance.now()));
        const sent = performance.now();
        if (sent >= ends) return;
        const { bytes, leaves, hesitates } = await this.#load.one(WARM_UP + number);
        this.#requests += 1;
        if (bytes === undefined && leaves === undefined && hesitates !== true)
          this.#latencies.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  }

  async sample(at: number): Promise<void> {
    const latencies = this.#latencies;
    const requests = this.#requests - this.#counted;
    this.#latencies = [];
    this.#counted = this.#requests;
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share)) as [number, number, number];
    this.#intervals.push({ ...(await this.#process.ask("sample")), at, requests, p50, p95, p99 });
  }

  state(): string {
    const { at = 0, heapUsed = 0, handles = 0 } = this.#intervals.at(-1) ?? {};
    return `${this.#driver} ${at.toFixed(0)} min ${(heapUsed / 1e6).toFixed(2)} MB ${handles} handles`;
  }

  async finish(): Promise<Watched> {
    this.#load.rest();
    return {
      driver: this.#driver,
      requests: this.#requests,
      intervals: this.#intervals,
      restBefore: this.#restBefore,
      restAfter: await this.#process.ask("atRest"),
      warnings: this.#process.warnings,
      mismatches: this.#load.mismatches,
    };
  }

  end(): void {
    this.#process.end();
  }
}
