import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { createContract } from "@uhp-errors/core";
import type { Driver } from "../../conformance/drivers/driver.ts";
import { acme } from "../../support/catalog.ts";
import { enter } from "./crashes.ts";
import type { Plan } from "./plan.ts";
import { Run } from "./run.ts";

/** Turns of the event loop after which a response that has not ended counts as endless. */
const TURNS = 40;

/** Milliseconds to wait for a response that should end. Only a defect takes that long. */
const PATIENCE_MS = 2_000;

/** What a second request on the same connection gets. */
const NEXT: Plan = {
  method: "GET",
  version: "1.1",
  connection: "keep-alive",
  followed: false,
  mode: "framework",
  keepsStatus: true,
  asynchronous: false,
  catches: false,
  steps: [{ reply: 200, body: "next", headers: {} }],
};

/** The outcome of a plan on one server. */
export interface Observed {
  readonly run: Run;
  /** All bytes that the client got, one character for each. */
  readonly bytes: string;
  /** Whether the response was still unfinished when the client left. */
  readonly open: boolean;
  /** Whether the server closed the connection before the response was finished. */
  readonly broken: boolean;
}

/** A server that runs plans. */
export interface Target {
  /** @param ends Whether the response is known to end. */
  observe(plan: Plan, ends: boolean): Promise<Observed>;
  close(): Promise<void>;
}

/** Without a contract, with one that only reports, or with one in force. */
export type Mode = "bare" | "observed" | "enforced";

/** Starts a framework in one mode. */
export async function target(driver: Driver, mode: Mode): Promise<Target> {
  const runs = new Map<string, Run>();
  let made = 0;
  const contract =
    mode !== "bare"
      ? createContract(acme, {
          reportOnly: mode === "observed",
          onError: (report) => {
            runs.get(report.correlationId)?.reports.push(report);
          },
        })
      : undefined;
  const server = await driver.start(contract, (io) => runs.get(idOf(io.url))?.handle(io));
  server.server.prependListener("request", (request, response: ServerResponse) => {
    const run = runs.get(idOf(request.url));
    if (run === undefined) return;
    enter(run);
    run.listen(request, response);
  });
  const port = Number(new URL(server.url).port);
  return {
    close: () => server.close(),
    async observe(plan, ends) {
      made += 1;
      const id = `run-${made}`;
      const next = `${id}-next`;
      const run = new Run(plan, driver.name);
      const stays = plan.connection === "keep-alive" && plan.version === "1.1";
      const following = plan.followed && stays ? new Run(NEXT, driver.name) : undefined;
      runs.set(id, run);
      if (following !== undefined) runs.set(next, following);
      try {
        const message = following === undefined ? requestOf(plan, id) : requestOf(plan, id) + requestOf(NEXT, next);
        const observed = await exchanged(new Client(port, message), run, following, ends);
        // A response that has not ended is reported once its client has left. The framework may then fail once more.
        if (mode !== "enforced" && observed.open) await left(run);
        return observed;
      } finally {
        runs.delete(id);
        runs.delete(next);
      }
    },
  };
}

function idOf(url: string | undefined): string {
  return url?.split("=")[1] ?? "";
}

function requestOf({ method, version, connection }: Plan, id: string): string {
  const body = method === "POST" ? "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}" : "\r\n";
  return `${method} /case?id=${id} HTTP/${version}\r\nHost: x\r\nx-request-id: ${id}\r\nConnection: ${connection}\r\n${body}`;
}

/** The client's end of a connection. */
class Client {
  readonly socket: Socket;
  closed = false;
  readonly #chunks: Buffer[] = [];
  bytes = 0;

  constructor(port: number, message: string) {
    this.socket = connect(port, "127.0.0.1", () => this.socket.write(message));
    this.socket.on("data", (chunk) => {
      this.#chunks.push(chunk);
      this.bytes += chunk.length;
    });
    this.socket.on("error", () => {});
    this.socket.on("close", () => {
      this.closed = true;
    });
  }

  get received(): string {
    return Buffer.concat(this.#chunks).toString("latin1");
  }

  /** Waits until everything that a server has sent has come, or the connection is closed. What the server keeps corked never comes. */
  async drained(server: Socket): Promise<void> {
    const expected = gone(server) ? Number.POSITIVE_INFINITY : server.bytesWritten;
    for (let seen = -1, idle = 0; !this.closed && idle < 5 * TURNS && this.bytes < expected; idle += 1) {
      if (this.bytes > seen) idle = 0;
      seen = this.bytes;
      await turn();
    }
  }
}

async function exchanged(client: Client, run: Run, following: Run | undefined, ends: boolean): Promise<Observed> {
  const open = !(await until(() => run.crash !== undefined || (run.settled && run.closed), ends, run, client));
  const server = run.request?.socket;
  if (server !== undefined) {
    if (!open && following !== undefined) await until(() => following.closed || gone(server), true, following, client);
    await client.drained(server);
  }
  // Something that is called twice is called the second time one turn later.
  await turn();
  await turn();
  for (const each of [run, following]) each?.freeze();
  const broken = !open && server !== undefined && server.destroyed && run.response?.writableFinished !== true;
  const bytes = client.received;
  client.socket.destroy();
  return { run, bytes, open, broken };
}

/** Waits for an end; `false` if it does not come. If the end is not certain, the wait stops once nothing has happened for some turns. */
async function until(over: () => boolean, mustCome: boolean, run: Run, client: Client): Promise<boolean> {
  const bound = Date.now() + PATIENCE_MS;
  let seen = -1;
  let idle = 0;
  while (!over()) {
    const happened = client.bytes + run.events.length + run.calls.length;
    idle = happened === seen ? idle + 1 : 0;
    seen = happened;
    const patient = mustCome || !run.settled;
    if (patient ? Date.now() > bound : idle > TURNS) return false;
    await turn();
  }
  return true;
}

/** Waits until the server has noticed that its client left. */
async function left({ request }: Run): Promise<void> {
  const bound = Date.now() + PATIENCE_MS;
  while (request?.socket.destroyed === false && Date.now() < bound) await turn();
  await turn();
}

function gone(socket: Socket): boolean {
  return socket.destroyed || socket.writableEnded;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
