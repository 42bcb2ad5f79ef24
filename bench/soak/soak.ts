import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DriverName } from "../../test/conformance/drivers/names.ts";
import { Client, CONNECTIONS } from "./client.ts";
import { type Kind, ROTATION } from "./kinds.ts";
import type { Memory, Told } from "./server.ts";

/** What became of one framework's run. */
export interface Soaked {
  readonly requests: number;
  /** Of sending and answering, without the measuring between. */
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

/** Milliseconds without a response that end a request, under the contract and without: the bare framework leaves some open. */
const TIMEOUT = 20_000;
const BARE_TIMEOUT = 500;

/** The share of the requests that come before the first measurement: by then everything is loaded and compiled. */
const WARM = 0.1;

const SERVER = fileURLToPath(new URL("server.ts", import.meta.url));

/** Serves one framework in a process of its own and sends it requests from this one. `bare`: without a contract. */
export async function soak(driver: DriverName, requests: number, bare: boolean): Promise<Soaked> {
  const server = fork(SERVER, [driver, ...(bare ? ["bare"] : [])], {
    execArgv: ["--expose-gc", "--no-flush-bytecode", "--conditions=@uhp-errors/source"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const warnings: string[] = [];
  server.on("message", ({ warning }: Told) => {
    if (warning !== undefined) warnings.push(warning);
  });
  try {
    const load = new Load(new Client(await told(server, "url"), bare ? BARE_TIMEOUT : TIMEOUT));
    const measure = () => {
      load.rest();
      const memory = told(server, "memory");
      server.send("measure");
      return memory;
    };
    const first = Math.round(requests * WARM);
    await load.send(0, first);
    const early = await measure();
    await load.send(first, requests);
    const late = await measure();
    return { requests, seconds: load.seconds, early, late, warnings, mismatches: load.mismatches };
  } finally {
    if (server.connected) server.disconnect();
  }
}

/** The server's next report of one kind; rejects when its process ends before. */
function told<Key extends keyof Told>(server: ChildProcess, key: Key): Promise<NonNullable<Told[Key]>> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("the server's process ended"));
    const listen = (message: Told) => {
      const value = message[key];
      if (value === undefined || value === null) return;
      server.off("message", listen).off("exit", gone);
      resolve(value);
    };
    server.on("message", listen).on("exit", gone);
  });
}

/** Requests in the order of the rotation, as many at a time as there are connections. */
class Load {
  seconds = 0;
  readonly mismatches = new Map<string, number>();
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Sends the requests from one number up to another, that one not included. */
  async send(from: number, to: number): Promise<void> {
    const started = performance.now();
    let next = from;
    const worker = async () => {
      while (next < to) {
        const id = next++;
        await this.#one(ROTATION[id % ROTATION.length] as Kind, id);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    this.seconds += (performance.now() - started) / 1_000;
  }

  rest(): void {
    this.#client.rest();
  }

  async #one({ name, make, outcome: wanted }: Kind, id: number): Promise<void> {
    const outcome = await this.#client.outcome(make(id));
    if (outcome === wanted) return;
    const mismatch = `${name}: ${outcome} instead of ${wanted}`;
    this.mismatches.set(mismatch, (this.mismatches.get(mismatch) ?? 0) + 1);
  }
}
