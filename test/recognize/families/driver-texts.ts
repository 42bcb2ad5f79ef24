import { createServer, type Socket } from "node:net";
import got from "got";
import { Redis } from "ioredis";
import pg from "pg";
import { SECRETS } from "../../support/secrets.ts";
import type { Expected, Family, Row } from "../expect-answer.ts";
import type { Provoked } from "../provoke.ts";

const TIMEOUT: Expected = { status: 504, code: "acme_upstream_timeout", detail: { correlation_id: "test" } };
const FAILED: Expected = { status: 502, code: "acme_upstream_error", detail: { correlation_id: "test" } };

/** What a client throws. It gets the port of a server that does something to each connection. */
function against(
  onConnection: (socket: Socket) => void,
  provoke: (port: number) => Promise<unknown>,
): () => Promise<Provoked> {
  return async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      onConnection(socket);
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as { port: number };
    try {
      const thrown = await provoke(port).then(
        () => new Error("nothing failed"),
        (error: unknown) => error,
      );
      return { thrown, context: { method: "GET", path: "/", header: () => undefined } };
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  };
}

const closes = (socket: Socket) => void socket.end();
const isSilent = () => {};

const login = { host: "127.0.0.1", user: "svc", password: SECRETS.password, database: "db" };

const PG: readonly Row[] = [
  [
    "a server that closes the connection",
    against(closes, (port) => new pg.Client({ ...login, port }).connect()),
    FAILED,
  ],
  [
    "a server that says nothing",
    against(isSilent, (port) => new pg.Client({ ...login, port, connectionTimeoutMillis: 30 }).connect()),
    TIMEOUT,
  ],
  [
    "the same with a pool",
    against(isSilent, (port) => new pg.Pool({ ...login, port, connectionTimeoutMillis: 30 }).connect()),
    TIMEOUT,
  ],
];

function redis(port: number, options: object): Redis {
  const client = new Redis(port, "127.0.0.1", { retryStrategy: () => null, ...options });
  return client.on("error", () => {});
}

const IOREDIS: readonly Row[] = [
  ["a server that closes the connection", against(closes, (port) => redis(port, {}).get("x")), FAILED],
  [
    "a server that says nothing",
    against(isSilent, async (port) => {
      const client = redis(port, { commandTimeout: 30, enableReadyCheck: false });
      try {
        return await client.get("x");
      } finally {
        client.disconnect();
      }
    }),
    TIMEOUT,
  ],
  [
    "a command before there is a connection",
    against(isSilent, (port) => redis(port, { enableOfflineQueue: false, lazyConnect: true }).get("x")),
    FAILED,
  ],
];

/** Messages of drivers that nothing on this machine provokes in time, copied from the drivers' sources. */
const text = (what: string, message: string, expected: Expected): Row => [
  what,
  async () => ({
    thrown: new Error(message),
    context: { method: "GET", path: "/", header: () => undefined },
  }),
  expected,
];

const GOT: readonly Row[] = [
  [
    "a call that the service gave up",
    against(isSilent, (port) => {
      const controller = new AbortController();
      setImmediate(() => controller.abort());
      return got(`http://127.0.0.1:${port}`, { signal: controller.signal });
    }),
    TIMEOUT,
  ],
];

/** Failures of drivers that are plain errors, and a call that was given up. */
export const DRIVER_TEXTS: readonly Family[] = [
  { library: "got", rows: GOT },
  { library: "pg", rows: PG },
  {
    library: "pg",
    rows: [
      text("a pool without a free connection", "timeout exceeded when trying to connect", TIMEOUT),
      text("a query that takes too long", "Query read timeout", TIMEOUT),
      text("a connection that was ended", "Connection terminated", FAILED),
    ],
  },
  { library: "ioredis", rows: IOREDIS },
  { library: "mysql2", rows: [text("a pool whose queue is full", "Queue limit reached.", FAILED)] },
];
