import type { Socket } from "node:net";
import got from "got";
import { Redis } from "ioredis";
import pg from "pg";
import { SECRETS } from "../../support/secrets.ts";
import { type Expected, type Family, type Row, TIMEOUT, UPSTREAM } from "../expect-answer.ts";
import { made } from "./caught.ts";
import { withServer } from "./failing.ts";

const closes = (socket: Socket) => void socket.end();
const isSilent = () => {};

const login = { host: "127.0.0.1", user: "svc", password: SECRETS.password, database: "db" };

const PG: readonly Row[] = [
  [
    "a server that closes the connection",
    withServer(closes, (port) => new pg.Client({ ...login, port }).connect()),
    UPSTREAM,
  ],
  [
    "a server that says nothing",
    withServer(isSilent, (port) => new pg.Client({ ...login, port, connectionTimeoutMillis: 30 }).connect()),
    TIMEOUT,
  ],
  [
    "the same with a pool",
    withServer(isSilent, (port) => new pg.Pool({ ...login, port, connectionTimeoutMillis: 30 }).connect()),
    TIMEOUT,
  ],
];

function redis(port: number, options: object): Redis {
  const client = new Redis(port, "127.0.0.1", { retryStrategy: () => null, ...options });
  return client.on("error", () => {});
}

const IOREDIS: readonly Row[] = [
  ["a server that closes the connection", withServer(closes, (port) => redis(port, {}).get("x")), UPSTREAM],
  [
    "a server that says nothing",
    withServer(isSilent, async (port) => {
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
    withServer(isSilent, (port) => redis(port, { enableOfflineQueue: false, lazyConnect: true }).get("x")),
    UPSTREAM,
  ],
];

/** Messages of drivers that nothing on this machine provokes in time, copied from the drivers' sources. */
const text = (what: string, message: string, expected: Expected): Row => [
  what,
  made(() => new Error(message)),
  expected,
];

const GOT: readonly Row[] = [
  [
    "a call that the service gave up",
    withServer(isSilent, (port) => {
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
      text("a connection that was ended", "Connection terminated", UPSTREAM),
    ],
  },
  { library: "ioredis", rows: IOREDIS },
  { library: "mysql2", rows: [text("a pool whose queue is full", "Queue limit reached.", UPSTREAM)] },
];
