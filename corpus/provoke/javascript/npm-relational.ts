import { about, bytes, closed, cred, each, type Loose, load, type Provocation, tcp } from "./tools.ts";

const pg = load("pg");
const mysql = load("mysql2/promise");
const mysqlCore = load("mysql2");

/** A server of PostgreSQL that answers the start of a connection with an error. */
function postgres(code: string, message: string): Promise<number> {
  const body = `SFATAL\u0000VFATAL\u0000C${code}\u0000M${message}\u0000\u0000`;
  const packet = Buffer.alloc(5 + body.length);
  packet.write("E");
  packet.writeInt32BE(4 + body.length, 1);
  packet.write(body, 5, "latin1");
  return bytes(5432, packet);
}

/** A server of MySQL that greets with an error. */
function mysqld(code: number, message: string): Promise<number> {
  const packet = Buffer.alloc(7 + message.length);
  packet.writeUIntLE(3 + message.length, 0, 3);
  packet.writeUInt8(255, 4);
  packet.writeUInt16LE(code, 5);
  packet.write(message, 7, "latin1");
  return bytes(3306, packet, true);
}

const connect = (options: object | string): Loose => new pg.Client(options).connect();

const ADMITTED: readonly (readonly [string, string, string])[] = [
  ["password", "28P01", 'password authentication failed for user "orders"'],
  ["database", "3D000", 'database "orders_v2" does not exist'],
  ["slots", "53300", "sorry, too many clients already"],
  ["starting", "57P03", "the database system is starting up"],
  ["hba", "28000", 'no pg_hba.conf entry for host "10.42.3.17", user "orders", database "orders", no encryption'],
];

/** Messages of the drivers of PostgreSQL and MySQL. */
export const provocations: Provocation[] = [
  ...about("pg", {
    ...each("unknown-host", ["db-1.prod.internal", "postgres", "shop.c9x1ab.eu-west-1.rds.amazonaws.com"], (host) => [
      () => connect({ host }),
      { hosts: [host], as: ["message", "stack"] },
    ]),
    refused: [() => connect({ host: "127.0.0.1", port: closed(5432) }), { as: ["message", "stack", "flat"] }],
    ...Object.fromEntries(
      ADMITTED.map(
        ([name, code, message]) =>
          [
            `server-${name}`,
            [
              async () =>
                connect({ host: "127.0.0.1", port: await postgres(code, message), password: cred("password", 101) }),
              { as: ["message", "stack"] },
            ],
          ] as const,
      ),
    ),
    terminated: async () => connect({ host: "127.0.0.1", port: await tcp(5432, (socket) => socket.destroy()) }),
    ssl: async () => connect({ host: "127.0.0.1", port: await bytes(5432, "N"), ssl: true }),
    "url-socket": () => connect({ host: "/var/run/postgresql", port: closed(5432) }),
    "url-invalid": [
      () => connect(`postgres://orders:${cred("slashPassword", 102)}@db-2.prod.internal:5432x/orders`),
      { as: ["message", "inspect"] },
    ],
    "no-password": async () => {
      const auth = Buffer.from([82, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]);
      return connect({ host: "127.0.0.1", port: await bytes(5432, auth), password: 42 });
    },
    "scram-mechanism": async () => {
      const auth = Buffer.from([82, 0, 0, 0, 14, 0, 0, 0, 10, 78, 79, 80, 69, 0, 0]);
      return connect({ host: "127.0.0.1", port: await bytes(5432, auth), password: "x" });
    },
    "ssl-file": [
      () => connect("postgres://app@127.0.0.1/orders?sslmode=verify-full&sslrootcert=/etc/ssl/pg/root.crt"),
      { as: ["message", "stack"] },
    ],
    "query-type": () => new pg.Client().query(),
    "pool-ended": () => {
      const pool = new pg.Pool();
      pool.end();
      return pool.connect();
    },
    "pool-timeout": async () => {
      const port = await tcp(5432, () => {});
      return new pg.Pool({ host: "127.0.0.1", port, connectionTimeoutMillis: 60 }).connect();
    },
  }),
  ...about("mysql2", {
    ...each("unknown-host", ["mysql-0.mysql.data.svc.cluster.local", "mariadb", "reports.prod.lan"], (host) => [
      () => mysql.createConnection({ host }),
      { hosts: [host], as: ["message", "stack"] },
    ]),
    refused: [() => mysql.createConnection({ host: "127.0.0.1", port: closed(3306) }), { as: ["message", "inspect"] }],
    "refused-client": async () =>
      mysql.createConnection({
        host: "127.0.0.1",
        port: await mysqld(1130, "Host '10.8.0.23' is not allowed to connect to this MySQL server"),
      }),
    "too-many": [
      async () => mysql.createConnection({ host: "127.0.0.1", port: await mysqld(1040, "Too many connections") }),
      { as: ["message", "stack"] },
    ],
    denied: [
      async () =>
        mysql.createConnection({
          host: "127.0.0.1",
          port: await mysqld(1045, "Access denied for user 'shop'@'orders-7c9' (using password: YES)"),
        }),
      { hosts: ["orders-7c9"] },
    ],
    lost: async () =>
      mysql.createConnection({ host: "127.0.0.1", port: await tcp(3306, (socket) => socket.destroy()) }),
    timeout: async () =>
      mysql.createConnection({ host: "127.0.0.1", connectTimeout: 60, port: await tcp(3306, () => {}) }),
    "ssl-profile": () => mysql.createConnection({ host: "127.0.0.1", ssl: "Amazon EU" }),
    "execute-undefined": () =>
      mysqlCore
        .createPool({ host: "127.0.0.1", port: closed(3306) })
        .promise()
        .execute("select ?", [undefined]),
  }),
];
