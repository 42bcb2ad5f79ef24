import { about, called, closed, cred, each, load, type Provocation, tcp } from "./tools.ts";

const tedious = load("tedious");
const mssql = load("mssql");
const oracledb = load("oracledb");
const { Database: Sqlite } = load("node-sqlite3-wasm");

/** Messages of further drivers of relational databases. */
export const provocations: Provocation[] = [
  ...about("tedious", {
    ...each("unknown-host", ["sql01.corp", "mssql"], (host) => [
      () =>
        called((done) =>
          new tedious.Connection({
            server: host,
            authentication: { type: "default", options: { userName: "sa", password: cred("password", 108) } },
          }).connect(done),
        ),
      { hosts: [host] },
    ]),
    refused: [
      () =>
        called((done) =>
          new tedious.Connection({ server: "127.0.0.1", options: { port: closed(1433) } }).connect(done),
        ),
      { as: ["message", "stack"] },
    ],
    "server-missing": () => new tedious.Connection({}),
    "option-type": () => new tedious.Connection({ server: "x", options: { port: "1433" } }),
    "option-range": () => new tedious.Connection({ server: "x", options: { port: 99_999 } }),
    "hang-up": async () => {
      const port = await tcp(1433, (socket) => socket.destroy());
      return called((done) => new tedious.Connection({ server: "127.0.0.1", options: { port } }).connect(done));
    },
  }),
  ...about("mssql", {
    "unknown-host": () =>
      mssql.connect(
        `Server=sql02.corp,1433;Database=shop;User Id=sa;Password=${cred("simplePassword", 109)};Encrypt=false`,
      ),
    "not-connected": () => new mssql.Request().query("select 1"),
    parameter: () => new mssql.Request(new mssql.ConnectionPool({ server: "x" })).input("a;b", 1),
    type: () => new mssql.ConnectionPool({ server: "127.0.0.1", port: "many" }).connect(),
  }),
  ...about("oracledb", {
    refused: [
      () => oracledb.getConnection({ user: "app", password: "x", connectString: `127.0.0.1:${closed(1521)}/ORCLPDB1` }),
      { tidy: [[/CONNECTION_ID=[^)]+/, "CONNECTION_ID=pl1773BCxqM3d3+Ps2Q8Tg=="]] },
    ],
    "unknown-host": [
      () =>
        oracledb.getConnection({
          user: "app",
          password: cred("password", 110),
          connectString: "ora-prod.corp:1521/BILLING",
        }),
      { as: ["message", "stack"] },
    ],
    "tns-name": () => oracledb.getConnection({ user: "app", password: "x", connectString: "billing_rw" }),
    syntax: () => oracledb.getConnection({ user: "app", password: "x", connectString: "(DESCRIPTION=(ADDRESS=" }),
    credentials: () => oracledb.getConnection({ connectString: "127.0.0.1/x" }),
    pool: () => oracledb.getPool("reports"),
    argument: () => oracledb.getConnection(1, 2, 3),
    "hang-up": async () =>
      oracledb.getConnection({
        user: "app",
        password: "x",
        connectString: `127.0.0.1:${await tcp(1521, (socket) => socket.destroy())}/X`,
      }),
  }),
  ...about("node-sqlite3-wasm", {
    open: [() => new Sqlite("/var/lib/shop/none/orders.sqlite"), { as: ["message", "stack"] }],
    syntax: () => new Sqlite(":memory:").run("selec 1"),
    bind: () => new Sqlite(":memory:").run("select ?", [Symbol("x")]),
    table: () => new Sqlite(":memory:").all("select * from carts"),
  }),
];
