import type { DriverName } from "../../test/conformance/drivers/names.ts";
import { Client, CONNECTIONS } from "./client.ts";
import { type Kind, type Outgoing, rotation } from "./kinds.ts";
import { ServerProcess } from "./process.ts";
import type { Memory } from "./server.ts";

/** The result of one framework's run. */
export interface Soaked {
  readonly requests: number;
  /** The time of sending and answering, without that of measuring. */
  readonly seconds: number;
  /** After a tenth of the requests. */
  readonly early: Memory;
  /** After all of them. */
  readonly late: Memory;
  /** Names of the warnings that the server's process emitted. */
  readonly warnings: readonly string[];
  /** Requests that did not get what they should, counted by what they got instead. */
  readonly mismatches: ReadonlyMap<string, number>;
}

/** Milliseconds until a request times out, with the contract and without it: the bare framework never answers some requests. */
const TIMEOUT = 20_000;
const BARE_TIMEOUT = 500;

/** The share of the requests that come before the first measurement. By then, everything is loaded and compiled. */
const WARM = 0.1;

/** Milliseconds until a request times out. */
export function timeout(bare: boolean): number {
  return bare ? BARE_TIMEOUT : TIMEOUT;
}

/** Serves one framework in its own process, without a contract if `bare`, and sends it requests from this one. */
export async function soak(driver: DriverName, requests: number, bare: boolean): Promise<Soaked> {
  const server = new ServerProcess(driver, bare);
  try {
    const { url, hasNodeResponse } = await server.ready();
    const load = new Load(new Client(url, timeout(bare)), rotation(hasNodeResponse));
    const measure = () => {
      load.rest();
      return server.ask("memory");
    };
    const first = Math.round(requests * WARM);
    await load.send(0, first);
    const early = await measure();
    await load.send(first, requests);
    const late = await measure();
    return { requests, seconds: load.seconds, early, late, warnings: server.warnings, mismatches: load.mismatches };
  } finally {
    server.end();
  }
}

/** Sends requests in the order of the rotation, as many at a time as there are connections. */
export class Load {
  /** How long it has been sending. */
  seconds = 0;
  /** Requests that did not get what they should, counted by what they got instead. */
  readonly mismatches = new Map<string, number>();
  readonly #client: Client;
  readonly #rotation: readonly Kind[];

  constructor(client: Client, rotation: readonly Kind[]) {
    this.#client = client;
    this.#rotation = rotation;
  }

  /** Sends the requests from one number up to another, which is not included. */
  async send(from: number, to: number): Promise<void> {
    const started = performance.now();
    let next = from;
    const worker = async () => {
      while (next < to) await this.one(next++);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    this.seconds += (performance.now() - started) / 1_000;
  }

  /** Sends the request with the given number, and returns it when its outcome is known. */
  async one(id: number): Promise<Outgoing> {
    const { name, make, outcome: wanted } = this.#rotation[id % this.#rotation.length] as Kind;
    const outgoing = make(id);
    const outcome = await this.#client.outcome(outgoing);
    if (outcome !== wanted) {
      const mismatch = `${name}: ${outcome} instead of ${wanted}`;
      this.mismatches.set(mismatch, (this.mismatches.get(mismatch) ?? 0) + 1);
    }
    return outgoing;
  }

  /** Closes the kept connections. */
  rest(): void {
    this.#client.rest();
  }
}
