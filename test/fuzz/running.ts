import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { ErrorReport } from "@uhp-errors/core";
import type { Driver, Handler, RunningDriver } from "../conformance/drivers/driver.ts";
import { type AdapterContractOptions, createAdapterContract } from "../support/adapter-contract.ts";
import { acme } from "../support/catalog.ts";
import { Violation } from "./target.ts";
import { exchanged, type Sending, turn } from "./wire.ts";

/** The events with which Node hands over a request. */
const REQUESTS: ReadonlySet<string> = new Set(["request", "checkContinue", "checkExpectation", "connect"]);

/** What one connection exchanged. */
export interface Exchanged {
  /** One character for each byte. */
  readonly bytes: string;
  /** The methods of the requests that the server recognized, in order. */
  readonly methods: readonly string[];
  /** Empty for a server without a contract. */
  readonly reports: readonly ErrorReport[];
}

/** A server whose `/case` runs a handler, for one connection at a time. */
export class Served {
  readonly #running: RunningDriver;
  readonly #port: number;
  readonly #reports: ErrorReport[];
  #requests = new Set<IncomingMessage>();
  #sockets = new Set<Socket>();

  private constructor(running: RunningDriver, reports: ErrorReport[]) {
    this.#running = running;
    this.#port = Number(new URL(running.url).port);
    this.#reports = reports;
    const { server } = running;
    const { emit } = server;
    server.emit = (...args: [event: string, ...unknown[]]) => {
      if (REQUESTS.has(args[0])) this.#requests.add(args[1] as IncomingMessage);
      return Reflect.apply(emit, server, args);
    };
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  static async bare(driver: Driver, handler: Handler): Promise<Served> {
    return new Served(await driver.start(undefined, handler), []);
  }

  static async mounted(driver: Driver, handler: Handler, options: AdapterContractOptions = {}): Promise<Served> {
    const reports: ErrorReport[] = [];
    const contract = createAdapterContract(acme, { ...options, onError: (report) => reports.push(report) });
    return new Served(await driver.start(contract, handler), reports);
  }

  async exchange(sending: Sending, patienceMs: number): Promise<Exchanged> {
    this.#requests.clear();
    this.#reports.length = 0;
    const bytes = await exchanged(this.#port, sending, patienceMs);
    // The server learns a little later that its connection has ended, and the handler later still.
    while (this.#sockets.size > 0) await turn();
    for (let turns = 0; turns < 10; turns += 1) await turn();
    return { bytes, methods: [...this.#requests].map(({ method = "" }) => method), reports: [...this.#reports] };
  }

  /** Sends another request, which the server must still answer. */
  async expectAlive(): Promise<void> {
    const request = Buffer.from("GET /methods/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const { bytes } = await this.exchange({ bytes: request, pieces: [], leaves: "last" }, 20_000);
    if (!bytes.startsWith("HTTP/1.1 200 ")) {
      throw new Violation("the event loop stays free", `afterwards, another request got ${JSON.stringify(bytes)}`);
    }
  }

  close(): Promise<void> {
    return this.#running.close();
  }
}
