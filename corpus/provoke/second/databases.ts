import {
  bytes,
  called,
  closed,
  cred,
  each,
  file,
  type Loose,
  load,
  type Provocation,
  tcp,
} from "../javascript/tools.ts";
import { after, again, asJson, carried, chained, inOneLine, named, shown } from "./carry.ts";

const postgres = load("postgres");
const mariadb = load("mariadb");
const pg = load("pg");
const { createClient: clickhouse } = load("@clickhouse/client");

/** A server of PostgreSQL that answers the start of a connection with an error. */
function refusing(code: string, message: string): Promise<number> {
  const body = `SFATAL\u0000VFATAL\u0000C${code}\u0000M${message}\u0000Fauth.c\u0000L331\u0000Rauth_failed\u0000\u0000`;
  const packet = Buffer.alloc(5 + body.length);
  packet.write("E");
  packet.writeInt32BE(4 + body.length, 1);
  packet.write(body, 5, "latin1");
  return bytes(5433, packet);
}

const sql = (options: object | string): Loose =>
  typeof options === "string"
    ? postgres(options, { connect_timeout: 1 })
    : postgres({ connect_timeout: 1, ...options });
const select = (options: object | string): Loose => sql(options)`select 1`.then((rows: unknown) => rows);
const maria = (options: object | string): Loose => mariadb.createConnection(options);
const house = (url: string, options: object = {}): Loose =>
  clickhouse({ url, request_timeout: 400, log: { level: 127 }, ...options }).query({ query: "select 1" });

/** Messages of database drivers, most of them carried by a service's own words. */
export const provocations: Provocation[] = [
  ...again("postgres", {
    ...each("unknown-host", ["ledger-db.home", "pgbouncer", "orders.c2x7.us-east-2.rds.amazonaws.com"], (host) => [
      () => select(`postgres://ledger:${cred("simplePassword", 1101)}@${host}:6432/ledger`),
      { hosts: [host], as: ["message", "inspect"] },
    ]),
    refused: [() => select({ host: "127.0.0.1", port: closed(6432) }), { as: ["message", "stack", "json"] }],
    timeout: async () => select({ host: "localhost", port: await tcp(5433, () => {}) }),
    password: [
      async () =>
        select({
          host: "127.0.0.1",
          port: await refusing("28P01", 'password authentication failed for user "ledger_rw"'),
        }),
      { as: ["message", "inspect"] },
    ],
    hba: async () =>
      select({
        host: "127.0.0.1",
        port: await refusing("28000", 'pg_hba.conf rejects connection for host "fd12:9c4::21", user "etl", SSL off'),
      }),
    url: [
      () => sql(`postgres://ledger:${cred("slashPassword", 1102)}@10.64.2.9:5432x/l`),
      { as: ["message", "inspect"] },
    ],
    undefined: () => sql({ host: "127.0.0.1", port: closed(1) })`select ${undefined}`.then(),
    "not-tagged": () => sql({ host: "127.0.0.1", port: closed(1) })("orders").then(),
    "unsafe-call": () => sql({ host: "127.0.0.1" }).unsafe(42).simple().then(),
    ended: async () => {
      const own = sql({ host: "127.0.0.1", port: closed(1) });
      await own.end();
      return own`select 1`.then();
    },
    socket: () => select({ host: "/run/postgresql/none", port: 5432 }),
  }),
  ...again("mariadb", {
    refused: [
      () => maria({ host: "127.0.0.1", port: closed(3307), user: "shop", password: cred("simplePassword", 1103) }),
      { as: ["message", "stack"] },
    ],
    "unknown-host": [() => maria({ host: "galera-0.galera.private", user: "shop" }), { as: ["message", "inspect"] }],
    url: () => maria(`mysql://shop:${cred("simplePassword", 1104)}@galera.intranet/shop`),
    "url-named": carried(
      () => maria(`mariadb:/shop:${cred("simplePassword", 1105)}@galera.intranet/shop`),
      named("cannot open the shop's database"),
    ),
    pool: carried(
      () =>
        mariadb
          .createPool({ host: "127.0.0.1", port: closed(3307), acquireTimeout: 120, initializationTimeout: 100 })
          .getConnection(),
      (error) => chained(error),
    ),
    timeout: async () => maria({ host: "127.0.0.1", port: await tcp(3307, () => {}), connectTimeout: 80 }),
    "lost-line": carried(
      async () => maria({ host: "127.0.0.1", port: await tcp(3307, (socket) => socket.destroy()) }),
      inOneLine(" | "),
    ),
    socket: () => maria({ socketPath: "/run/mysqld/none.sock", user: "shop" }),
  }),
  ...again("@clickhouse/client", {
    refused: [() => house(`http://127.0.0.1:${closed(8123)}`), { as: ["message", "stack"] }],
    "unknown-host": carried(
      () => house(`http://etl:${cred("base62Key", 1106)}@clickhouse-0-0.analytics.home:8123`),
      after("The report of May is late"),
    ),
    url: () => clickhouse({ url: `clickhouse//etl:${cred("simplePassword", 1107)}@house` }),
    protocol: () => clickhouse({ url: "tcp://house.example.com:9000" }),
    timeout: async () => house(`http://127.0.0.1:${await tcp(8123, () => {})}`, { request_timeout: 80 }),
    denied: async () =>
      house(
        `http://127.0.0.1:${await bytes(8123, "HTTP/1.1 403 Forbidden\r\nx-clickhouse-exception-code: 516\r\nconnection: close\r\n\r\nCode: 516. DB::Exception: etl: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 24.3.2.23 (official build))")}`,
      ),
    format: async () =>
      house(
        `http://127.0.0.1:${await bytes(8123, "HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\nCode: 60. DB::Exception: Table default.orders_2026 does not exist. (UNKNOWN_TABLE) (version 24.3.2.23 (official build))")}`,
      ),
    option: () => clickhouse({ url: "http://house.example.com?unknown_option=1", compression: { request: "zip" } }),
  }),
  ...again("pg", {
    "pool-json": carried(() => new pg.Pool({ host: "::1", port: closed(6543) }).query("select 1"), asJson),
    "pool-string": carried(
      () => new pg.Pool({ connectionString: `postgres://ops@127.0.0.1:${closed(6543)}/ops` }).connect(),
      named("migration 0042_add_tax failed"),
    ),
    "ssl-refused": async () =>
      new pg.Client({ host: "127.0.0.1", port: await bytes(5433, "S"), ssl: { rejectUnauthorized: true } }).connect(),
    "ssl-garbage": async () => new pg.Client({ host: "127.0.0.1", port: await bytes(5433, "X"), ssl: true }).connect(),
    "key-file": [
      () => new pg.Client(`postgres://ops@127.0.0.1/ops?sslkey=${file("tls/none.key")}&sslmode=require`).connect(),
      { as: ["message", "json"] },
    ],
    "client-shown": carried(
      () => new pg.Client({ host: "timescale.private", password: cred("password", 1108) }).connect(),
      shown("nightly export stopped:"),
    ),
    "client-reused": async () => {
      const client = new pg.Client({ host: "127.0.0.1", port: closed(6543) });
      await client.connect().catch(() => {});
      return client.connect();
    },
    "released-twice": () =>
      called((done) => {
        const pool = new pg.Pool({ host: "127.0.0.1", port: closed(6543) });
        pool.connect((error: Error, _client: unknown, release: Loose) => {
          release?.();
          done(new Error(`pool of 10: ${error}`, { cause: error }));
        });
      }),
    "query-null": () => new pg.Client().query(null),
    "options-dump": () =>
      `bad pool options ${JSON.stringify({ host: "10.77.1.3", port: 5432, user: "ops", password: cred("quotePassword", 1109), max: 10 })}`,
  }),
];
