import {
  about,
  bytes,
  called,
  closed,
  cred,
  each,
  failing,
  type Loose,
  load,
  type Provocation,
  settled,
  tcp,
} from "./tools.ts";

const Redis = load("ioredis")["default"] as Loose;
const { createClient } = load("redis");
const { Client: Mem } = load("memjs");
const { Queue, Job, Worker } = load("bullmq");

const redis = (options: object): Loose =>
  new Redis({ host: "127.0.0.1", lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, ...options });

const nodeRedis = (options: object | string): Loose => {
  const given = typeof options === "string" ? { url: options } : options;
  const client = createClient({
    ...given,
    socket: { reconnectStrategy: false, ...((given as Loose)["socket"] as object | undefined) },
  });
  return client.on("error", () => {}).connect();
};

/** Messages of caches and the queues in them. */
export const provocations: Provocation[] = [
  ...about("ioredis", {
    ...each("unknown-host", ["redis-master.cache.svc.cluster.local", "redis", "cache.prod.internal"], (host) => [
      () => failing(redis({ host, lazyConnect: false })),
      { hosts: [host], as: ["message", "stack"] },
    ]),
    refused: [() => failing(redis({ port: closed(6379), lazyConnect: false })), { as: ["message", "stack", "flat"] }],
    closed: [() => settled(redis({ port: closed(6379) }).get("a")), { as: ["message", "stack"] }],
    protocol: async () =>
      failing(redis({ lazyConnect: false, port: await bytes(6379, "HTTP/1.1 400 Bad Request\r\n") })),
    cluster: () =>
      new Redis["Cluster"]([{ host: "127.0.0.1", port: closed(7000) }], { clusterRetryStrategy: () => null })
        .on("error", () => {})
        .get("a"),
    sentinel: () => new Redis({ sentinels: [], name: "main" }),
  }),
  ...about("redis", {
    ...each("unknown-host", ["redis-0.redis.data.svc", "valkey"], (host) => [
      () => nodeRedis(`redis://${host}:6379`),
      { hosts: [host], as: ["message", "stack"] },
    ]),
    refused: [() => nodeRedis({ socket: { host: "127.0.0.1", port: closed(6379) } }), { as: ["message", "stack"] }],
    scheme: () => createClient({ url: `http://:${cred("simplePassword", 202)}@cache.corp:6379` }),
    url: [
      () => createClient({ url: `redis://:${cred("slashPassword", 203)}@cache.corp:6379x` }),
      { as: ["message", "inspect"] },
    ],
    database: () => createClient({ url: "redis://127.0.0.1/orders" }),
    closed: () => createClient().get("a"),
    auth: async () =>
      nodeRedis({
        password: cred("password", 204),
        socket: {
          host: "127.0.0.1",
          port: await bytes(6379, "-WRONGPASS invalid username-password pair or user is disabled.\r\n"),
        },
      }),
    "hang-up": async () =>
      nodeRedis({ socket: { host: "127.0.0.1", port: await tcp(6379, (socket) => socket.destroy()) } }),
    tls: () => createClient({ url: "redis://127.0.0.1", socket: { tls: true } }),
  }),
  ...about("memjs", {
    refused: () =>
      called((done) =>
        Mem.create(`127.0.0.1:${closed(11211)}`, { retries: 0, logger: { log: () => {} } }).get("cart:7", done),
      ),
    "unknown-host": () =>
      called((done) =>
        Mem.create("memcached-0.cache.internal:11211", { retries: 0, logger: { log: () => {} } }).get("cart:7", done),
      ),
  }),
  ...about("bullmq", {
    name: () => new Queue("orders:eu", { connection: { host: "127.0.0.1" } }),
    "no-name": () => new Queue("", { connection: {} }),
    "no-connection": () => new Worker("orders", () => {}, {}),
    "job-id": () => new Job({ opts: {}, toKey: () => "", keys: {} }, "mail", {}, { jobId: "12" }).validateOptions({}),
    retries: () =>
      new Worker("orders", () => {}, {
        connection: { host: "127.0.0.1", maxRetriesPerRequest: 3 },
        autorun: false,
        concurrency: 0,
      }),
    refused: () =>
      failing(
        new Queue("orders", { connection: { host: "127.0.0.1", port: closed(6379), retryStrategy: () => null } }),
      ),
    "unknown-host": () =>
      failing(new Queue("mails", { connection: { host: "redis-queue.prod.svc", retryStrategy: () => null } })),
  }),
];
