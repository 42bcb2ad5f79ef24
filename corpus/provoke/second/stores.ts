import { called, closed, cred, failing, file, type Loose, load, type Provocation, tcp } from "../javascript/tools.ts";
import { after, again, asQuotedBody, carried, chained, inOneLine, named, shown } from "./carry.ts";

const Redis = load("ioredis")["default"] as Loose;
const { createClient } = load("redis");
const { MongoClient, ObjectId, Decimal128, Long } = load("mongodb");
const { Connection } = load("tedious");
const cassandra = load("cassandra-driver");
const neo4j = load("neo4j-driver");

const redis = (options: object): Loose => new Redis({ retryStrategy: () => null, maxRetriesPerRequest: 0, ...options });
const mongo = (url: string, options: object = {}): Loose =>
  new MongoClient(url, { serverSelectionTimeoutMS: 150, ...options }).connect();
const answering = (line: string): Promise<number> =>
  tcp(6380, (socket) =>
    socket.on("data", (data) => socket.write(line.repeat(String(data).match(/^\*\d/gm)?.length ?? 1))),
  );

/** Messages of caches, document stores, brokers and other servers. */
export const provocations: Provocation[] = [
  ...again("ioredis", {
    "wrong-type": async () =>
      redis({
        host: "127.0.0.1",
        port: await answering("-WRONGTYPE Operation against a key holding the wrong kind of value\r\n"),
        enableReadyCheck: false,
      }).get("cart:7"),
    moved: async () =>
      redis({
        host: "127.0.0.1",
        port: await answering("-MOVED 3999 10.130.4.21:6381\r\n"),
        enableReadyCheck: false,
      }).get("a"),
    readonly: async () =>
      redis({
        host: "127.0.0.1",
        port: await answering("-READONLY You can't write against a read only replica.\r\n"),
        enableReadyCheck: false,
      }).set("a", "b"),
    "command-shown": carried(
      async () =>
        redis({
          host: "127.0.0.1",
          port: await answering("-NOPERM this user has no permissions to run the 'set' command\r\n"),
          enableReadyCheck: false,
        }).set("session:7", cred("sessionCookie", 1121)),
      shown("cannot keep the session:"),
    ),
    path: [() => failing(redis({ path: "/run/redis/none.sock" })), { as: ["message", "stack"] }],
    "refused-body": carried(() => failing(redis({ host: "::1", port: closed(6380) })), asQuotedBody),
    "unknown-line": carried(() => failing(redis({ host: "keydb.lan", port: 6380 })), inOneLine(" ⏎ ")),
    "cluster-chain": carried(
      () =>
        new Redis["Cluster"]([{ host: "127.0.0.1", port: closed(7001) }], { clusterRetryStrategy: () => null })
          .on("error", () => {})
          .set("a", "b"),
      (error) => `${chained(error)}; ${String((error as unknown as Loose)["lastNodeError"])}`,
    ),
  }),
  ...again("redis", {
    "refused-words": carried(
      () =>
        createClient({
          url: `redis://:${cred("simplePassword", 1122)}@127.0.0.1:${closed(6390)}`,
          socket: { reconnectStrategy: false },
        })
          .on("error", () => {})
          .connect(),
      named("Session store unavailable"),
    ),
    argument: () =>
      createClient()
        .on("error", () => {})
        .sendCommand(["SET", "a", 42]),
    socket: () =>
      createClient({ socket: { path: "/run/valkey/none.sock", reconnectStrategy: false } })
        .on("error", () => {})
        .connect(),
    database: () => createClient({ url: "redis://cache.example.com/one" }),
  }),
  ...again("mongodb", {
    refused: [
      () => mongo(`mongodb://127.0.0.1:${closed(27018)},127.0.0.1:${closed(27019)}/?replicaSet=rs1`),
      { as: ["message", "json"] },
    ],
    "unknown-chain": carried(
      () => mongo("mongodb://docdb-1.data.home/shop"),
      (error) => chained(error),
    ),
    "key-file": [
      () => mongo(`mongodb://127.0.0.1/?tls=true&tlsCertificateKeyFile=${file("pki/none.pem")}`),
      { as: ["message", "inspect"] },
    ],
    escape: () => mongo(`mongodb://shop:${cred("simplePassword", 1123)}@@docdb-2.intranet/shop`),
    "escape-named": carried(
      () => new MongoClient(`mongodb://shop:${cred("simplePassword", 1124)}%@docdb-2.intranet/shop`),
      named("MONGO_URL is not usable"),
    ),
    "srv-unknown": carried(() => mongo("mongodb+srv://ops:x@cluster0.fleet.corp.lan/shop"), after("no orders today")),
    "object-id": () => new ObjectId("ord_8123"),
    decimal: () => Decimal128.fromString("12,50"),
    long: () => Long.fromString("12-3", 10),
    concern: () => new MongoClient("mongodb://db.example.com/?w=-1&journal=maybe"),
    compressors: () => new MongoClient("mongodb://db.example.com/?compressors=brotli"),
  }),
  ...again("tedious", {
    instance: [
      () =>
        called((done) =>
          new Connection({
            server: "127.0.0.1",
            options: { instanceName: "SQLEXPRESS", connectTimeout: 300, encrypt: false },
          }).connect(done),
        ),
      { as: ["message", "inspect"] },
    ],
    "login-type": () => new Connection({ server: "sql.example.com", authentication: { type: "kerberos" } }),
    timeout: async () => {
      const port = await tcp(1434, () => {});
      return called((done) =>
        new Connection({ server: "127.0.0.1", options: { port, connectTimeout: 90, encrypt: false } }).connect(done),
      );
    },
  }),
  ...again("cassandra-driver", {
    "all-hosts": carried(
      () => new cassandra.Client({ contactPoints: [`127.0.0.1:${closed(9043)}`], localDataCenter: "dc1" }).connect(),
      shown("no sessions:"),
    ),
    timeuuid: () => cassandra.types.TimeUuid.fromString("ord-1"),
    "data-center": () => new cassandra.Client({ contactPoints: ["scylla-0.home"] }).connect(),
  }),
  ...again("neo4j-driver", {
    "refused-chain": carried(
      () =>
        neo4j
          .driver(`bolt://127.0.0.1:${closed(7688)}`, undefined, { maxTransactionRetryTime: 1 })
          .verifyConnectivity(),
      chained,
    ),
    point: () => neo4j.driver("bolt://graph.example.com", 42).session({ defaultAccessMode: "ADMIN" }),
    scheme: () => neo4j.driver("neo4j+x://graph.example.com"),
  }),
];
