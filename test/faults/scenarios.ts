import type { AskedServer } from "./asked-server.ts";
import { bytesOf, exchange, KeptConnection } from "./client.ts";
import { PROBES } from "./probes.ts";
import type { FaultyServer } from "./process.ts";

/** What a client does to a server before the usual requests. */
export interface Scenario<Server extends AskedServer> {
  /** Resolves with what the client saw. */
  readonly does: (server: Server) => Promise<string>;
  readonly wants: RegExp;
}

const UPLOAD = bytesOf({
  method: "POST",
  path: "/json",
  headers: { "Content-Type": "application/json" },
  body: "{}",
});

const doing = (what: string, connection?: string) => bytesOf({ path: `/case?do=${what}` }, connection);

/** Sends the same request several times. Resolves with the outcomes. */
async function repeated(server: FaultyServer, times: number, what: string): Promise<string> {
  const seen = new Set<string>();
  for (let left = times; left > 0; left -= 1) seen.add((await exchange(server.url, doing(what))).sees);
  return `${times} times ${[...seen].join(", ")}, ${(await server.reports()).length} reports`;
}

/** Sends bytes, and then ends the sending side of the connection. Resolves with what came back. */
async function leftHalfOpen(url: string, bytes: string): Promise<string> {
  const connection = await KeptConnection.open(url);
  connection.write(bytes);
  connection.halfClose();
  return connection.response();
}

/** Milliseconds after which no more reports are awaited. */
const PATIENCE = 5_000;

/** Sends each of some requests, and leaves. Resolves with what another client sees then, and with the outcomes of the reports. */
async function left(server: AskedServer, ...requests: readonly string[]): Promise<string> {
  for (const bytes of requests) {
    const connection = await KeptConnection.open(server.url);
    connection.write(bytes);
    // By the answer to a later request, the server is busy with this one.
    await exchange(server.url, doing("success"));
    connection.close();
  }
  await exchange(server.url, doing("late-no-more"));
  const { sees } = await exchange(server.url, PROBES.thrown.sent);
  const outcomes: string[] = [];
  // A report for each request, and one for the last. Not every server reports each client that left.
  const end = Date.now() + PATIENCE;
  while (outcomes.length <= requests.length && Date.now() < end) {
    outcomes.push(...(await server.reports()).map(({ outcome }) => outcome));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return `${sees}; ${outcomes.sort().join(", ")}`;
}

export const SCENARIOS = {
  "many errors": {
    does: (server) => repeated(server, 150, "thrown"),
    wants: /^150 times 500 acme_internal_error, 150 reports$/,
  },
  "large errors": {
    does: (server) => repeated(server, 100, "large"),
    wants: /^100 times 500 acme_internal_error, 100 reports$/,
  },
  "more connections than files": {
    does: async (server) => {
      const kept = await KeptConnection.open(server.url);
      kept.write(doing("success", "keep-alive"));
      const seen = [await kept.response()];
      const others = await Promise.allSettled(Array.from({ length: 100 }, () => KeptConnection.open(server.url)));
      for (const what of ["thrown", "written"]) {
        kept.write(doing(what, "keep-alive"));
        seen.push(await kept.response());
      }
      for (const other of others) if (other.status === "fulfilled") other.value.close();
      kept.close();
      return `${seen.join(", ")}; ${(await server.reports()).length} reports`;
    },
    wants: /^200, 500 acme_internal_error, 409 acme_conflict; 2 reports$/,
  },
  "clients that say no more": {
    does: async (server) => {
      const seen = [
        // The client stops before the first byte, in the head, in the body, and after the request.
        await leftHalfOpen(server.url, ""),
        await leftHalfOpen(server.url, doing("thrown").slice(0, 20)),
        await leftHalfOpen(server.url, UPLOAD.slice(0, -1)),
        await leftHalfOpen(server.url, doing("thrown")),
      ];
      await server.reports();
      return seen.join(", ");
    },
    wants:
      /^broken, (?:broken|400 acme_bad_request), (?:broken|400 acme_bad_request), (?:broken|500 acme_internal_error)$/,
  },
  "a client that reads late": {
    does: async (server: AskedServer) => {
      const connection = await KeptConnection.open(server.url);
      connection.pause();
      connection.write(doing("long"));
      // Meanwhile, another client is served.
      const seen = [(await exchange(server.url, PROBES.thrown.sent)).sees];
      connection.resume();
      seen.push(await connection.response());
      const reports = (await server.reports()).map(({ outcome, code }) => `${outcome} ${code}`);
      return `${seen.join(", ")}; ${reports.join(", ")}`;
    },
    wants: /^500 acme_internal_error, broken; answered acme_internal_error, cut acme_internal_error$/,
  },
  "a client that writes byte by byte": {
    does: async (server: AskedServer) => {
      const connection = await KeptConnection.open(server.url);
      for (const byte of bytesOf(PROBES.body.sent)) {
        connection.write(byte);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const seen = await connection.response();
      return `${seen}; ${(await server.reports()).length} reports`;
    },
    wants: /^400 invalid_input; 1 reports$/,
  },
  "clients that leave": {
    does: (server: AskedServer) => left(server, UPLOAD.slice(0, -1), doing("late"), doing("long")),
    // If the client does not read a success, each server decides whether it counts.
    wants: /^500 acme_internal_error; (?:aborted, ){2,3}answered(?:, cut)?$/,
  },
  "clients that leave before the response": {
    does: (server: AskedServer) => left(server, UPLOAD.slice(0, -1), doing("late")),
    // Some runtimes do not report that a client has left.
    wants: /^500 acme_internal_error; (?:aborted, ){0,2}answered(?:, answered){0,2}$/,
  },
  "told to end within a request": {
    does: async (server) => {
      const connection = await KeptConnection.open(server.url);
      connection.write(doing("ending", "keep-alive"));
      await server.hasPrinted("it has begun");
      server.child.kill("SIGTERM");
      const seen = await connection.response();
      // Some frameworks keep an idle connection for a minute.
      connection.close();
      return `${seen}; ended with ${await server.ended}`;
    },
    wants: /^500 acme_internal_error; ended with 0$/,
  },
} as const satisfies Readonly<Record<string, Scenario<FaultyServer>>>;

export type ScenarioName = keyof typeof SCENARIOS;
