import type { Socket } from "node:net";
import { Redis as IoRedis } from "ioredis";
import * as mongo from "mongodb";
import mysql2 from "mysql2/promise";
import pg from "pg";
import * as nodeRedis from "redis";
import { SECRETS } from "../../support/secrets.ts";
import { type Family, INTERNAL, type Row, TIMEOUT, UPSTREAM } from "../expect-answer.ts";
import { inside } from "../provoke.ts";
import { caught, made } from "./caught.ts";
import { CLOSED_PORT, withServer } from "./failing.ts";

const HOST = "127.0.0.1";
const all = <Code>(codes: readonly Code[], row: (code: Code) => Row) => codes.map(row);

/** A PostgreSQL server that refuses every connection. */
const refusingPg = (state: string) => (socket: Socket) => {
  socket.once("data", () => {
    const fields = ["SFATAL", "VFATAL", `C${state}`, `M${SECRETS.password}`, `D${SECRETS.host}`, "RRoutine", ""];
    const body = Buffer.from(`${fields.join("\0")}\0`);
    const head = Buffer.alloc(5);
    head.write("E");
    head.writeUInt32BE(body.length + 4, 1);
    socket.end(Buffer.concat([head, body]));
  });
};

async function usePg(port: number): Promise<void> {
  const client = new pg.Client({ host: HOST, port, user: "u", password: SECRETS.password });
  client.on("error", () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}
const pgState = (state: string) => withServer(refusingPg(state), usePg);

const PG: readonly Row[] = [
  ...all(["57014", "55P03", "25P04"], (state): Row => [state, pgState(state), TIMEOUT]),
  ...all(
    ["40001", "40P01", "57P01", "57P02", "57P03", "57P05", "08006", "53300", "58030", "XX000"],
    (state): Row => [state, pgState(state), UPSTREAM],
  ),
  // Syntax, a constraint, an unknown column, a value, the login, a database that does not exist, a transaction that was left open.
  ...all(
    ["42601", "23505", "42703", "22P02", "28P01", "3D000", "25P03"],
    (state): Row => [state, pgState(state), INTERNAL],
  ),
];

/** A MySQL server that refuses every connection. */
const refusingMysql = (number: number) => (socket: Socket) => {
  const body = Buffer.from(`\xff  #HY000${SECRETS.password} ${SECRETS.host}`, "latin1");
  body.writeUInt16LE(number, 1);
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  socket.end(Buffer.concat([head, body]));
};

const useMysql = async (port: number) => {
  const options = { host: HOST, port, user: "u", password: SECRETS.password, connectTimeout: 20_000 };
  await (await mysql2.createConnection(options)).end();
};
const mysqlNumber = (number: number) => withServer(refusingMysql(number), useMysql);
const mysqlCode = (code: string) => made(() => Object.assign(new Error(SECRETS.host), { code, fatal: true }));

const MYSQL: readonly Row[] = [
  ...all([1159, 1161, 1205, 3024], (number): Row => [`${number}`, mysqlNumber(number), TIMEOUT]),
  ...all(
    [1040, 1203, 1226, 1021, 1037, 1038, 1041, 1114, 1053, 1077, 1152, 1184, 1317, 4031, 1042, 1043, 1129, 1158, 1160],
    (number): Row => [`${number}`, mysqlNumber(number), UPSTREAM],
  ),
  ...all([1213, 1290, 1836], (number): Row => [`${number}`, mysqlNumber(number), UPSTREAM]),
  // Syntax, a duplicate, an unknown column, the login, an unknown number.
  ...all([1064, 1062, 1054, 1045, 60_000], (number): Row => [`${number}`, mysqlNumber(number), INTERNAL]),
  ["a connection that ends early", withServer((socket) => socket.end(), useMysql), UPSTREAM],
  ["PROTOCOL_SEQUENCE_TIMEOUT", mysqlCode("PROTOCOL_SEQUENCE_TIMEOUT"), TIMEOUT],
  ...all(
    ["PROTOCOL_ERROR", "POOL_NONEONLINE", "HANDSHAKE_NO_SSL_SUPPORT", "HANDSHAKE_SSL_ERROR", "HANDSHAKE_UNKNOWN_ERROR"],
    (code): Row => [code, mysqlCode(code), UPSTREAM],
  ),
  ...all(
    ["AUTH_SWITCH_PLUGIN_ERROR", "MYSQL_CLEAR_PASSWORD_NOT_ENABLED"],
    (code): Row => [code, mysqlCode(code), INTERNAL],
  ),
  ["a pool that is not there", caught(noPool), INTERNAL],
];

async function noPool(): Promise<void> {
  const cluster = mysql2.createPoolCluster();
  try {
    await cluster.getConnection("none", "RR");
  } finally {
    await cluster.end();
  }
}

async function useMongo(port: number, options: mongo.MongoClientOptions = {}): Promise<void> {
  const client = new mongo.MongoClient(`mongodb://u:${SECRETS.password}@${HOST}:${port}`, {
    serverSelectionTimeoutMS: 30,
    ...options,
  });
  try {
    await client.connect();
  } finally {
    await client.close();
  }
}

/** Waits until the driver has seen the connection fail, even on a busy machine: its error names the last failure. */
const useMongoPatiently = (port: number) => useMongo(port, { serverSelectionTimeoutMS: 500 });

const serverError = (code: number) =>
  made(() => new mongo.MongoServerError({ code, errmsg: SECRETS.password, message: SECRETS.host }));
const cmap = inside("mongodb")("./cmap/errors.js");
const pool = { address: SECRETS.host, serverError: new Error(SECRETS.password) };
const driverError = (name: string) =>
  made(() => {
    const Class = (mongo as unknown as Record<string, new (text: string, options: object) => Error>)[name];
    return Class && new Class(SECRETS.password, {});
  });

const MONGODB: readonly Row[] = [
  ["a port that nothing listens on", caught(() => useMongoPatiently(CLOSED_PORT)), UPSTREAM],
  ["connections that end early", withServer((socket) => socket.end(), useMongoPatiently), UPSTREAM],
  ["a server that is silent", withServer(() => {}, useMongo), UPSTREAM],
  ["a client that is closed", driverError("MongoNotConnectedError"), INTERNAL],
  ["a wrong option", caught(() => useMongo(CLOSED_PORT, { maxPoolSize: -1 })), INTERNAL],
  ["no connection in time", made(() => new cmap.WaitQueueTimeoutError(SECRETS.password, pool)), TIMEOUT],
  ["a pool that was cleared", made(() => new cmap.PoolClearedError(pool)), UPSTREAM],
  ["a pool that a broken network cleared", made(() => new cmap.PoolClearedOnNetworkError(pool)), UPSTREAM],
  ["a pool that is closed", made(() => new cmap.PoolClosedError(pool)), INTERNAL],
  ...all(["MongoNetworkTimeoutError", "MongoOperationTimeoutError"], (name): Row => [name, driverError(name), TIMEOUT]),
  ...all(
    "Network System Decompression StalePrimary UnexpectedServerResponse AWS Azure GCP OIDC".split(" "),
    (part): Row => [`Mongo${part}Error`, driverError(`Mongo${part}Error`), UPSTREAM],
  ),
  ...all([24, 50, 64, 89, 202, 262], (code): Row => [`${code}`, serverError(code), TIMEOUT]),
  ...all(
    [6, 7, 133, 9001, 91, 189, 10058, 10107, 11600, 11602, 13435, 13436, 1, 112, 462, 14031],
    (code): Row => [`${code}`, serverError(code), UPSTREAM],
  ),
  // A duplicate key, the rules of a schema, the login, a wrong query.
  ...all([11000, 121, 18, 2], (code): Row => [`${code}`, serverError(code), INTERNAL]),
];

/** A Redis server that accepts every connection and refuses every command. */
const refusingRedis = (reply: string) => (socket: Socket) => {
  socket.on("data", (data) => {
    // One answer for each command. A command begins with the number of its words.
    for (const _command of data.toString("latin1").matchAll(/^\*\d/gm)) socket.write(`-${reply}\r\n`);
  });
};

async function useRedis(port: number, options: nodeRedis.RedisClientOptions = {}): Promise<void> {
  const client = nodeRedis.createClient({
    ...options,
    socket: { host: HOST, port, reconnectStrategy: false, ...options.socket } as never,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.get(SECRETS.password);
  } finally {
    if (client.isOpen) client.destroy();
  }
}

async function useIoRedis(port: number): Promise<void> {
  const client = new IoRedis({
    host: HOST,
    port,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 1,
  });
  client.on("error", () => {});
  try {
    await client.get(SECRETS.password);
  } finally {
    client.disconnect();
  }
}

const REFUSALS = "LOADING MASTERDOWN CLUSTERDOWN TRYAGAIN MOVED ASK BUSY OOM MISCONF IOERR READONLY NOREPLICAS";
const replies = (use: (port: number) => unknown): readonly Row[] => [
  ...all(
    REFUSALS.split(" "),
    (word): Row => [word, withServer(refusingRedis(`${word} ${SECRETS.password}`), use), UPSTREAM],
  ),
  ["too many clients", withServer(refusingRedis("ERR max number of clients reached"), use), UPSTREAM],
  ...all(
    ["WRONGTYPE", "ERR unknown command", "NOAUTH", "NOPERM"],
    (text): Row => [text, withServer(refusingRedis(`${text} ${SECRETS.password}`), use), INTERNAL],
  ),
];

const REDIS: readonly Row[] = [
  ...replies(useRedis),
  ["a connection that ends early", withServer((socket) => socket.once("data", () => socket.end()), useRedis), UPSTREAM],
  ["a client that is closed", caught(() => nodeRedis.createClient().get(SECRETS.password)), INTERNAL],
  ["a connection that took too long", made(() => new nodeRedis.ConnectionTimeoutError()), TIMEOUT],
  ["a socket that took too long", made(() => new nodeRedis.SocketTimeoutError(30)), TIMEOUT],
  [
    "a socket that took too long in maintenance",
    made(() => new nodeRedis.SocketTimeoutDuringMaintenanceError(30)),
    TIMEOUT,
  ],
  [
    "a command that took too long in maintenance",
    made(() => new nodeRedis.CommandTimeoutDuringMaintenanceError(30)),
    TIMEOUT,
  ],
  ["a command that was aborted", made(() => new nodeRedis.AbortError()), TIMEOUT],
  ["a client that is offline", made(() => new nodeRedis.ClientOfflineError()), UPSTREAM],
  ["a cluster that is away", made(() => new nodeRedis.RootNodesUnavailableError()), UPSTREAM],
  ["a client that disconnects", made(() => new nodeRedis.DisconnectsClientError()), INTERNAL],
  ["a key that changed", made(() => new nodeRedis.WatchError()), INTERNAL],
  ["several refusals", made(() => new nodeRedis.MultiErrorReply([new Error(SECRETS.password)], [0])), INTERNAL],
];

const errors = inside("ioredis")("redis-errors");
const IOREDIS: readonly Row[] = [
  ...replies(useIoRedis),
  ["a port that nothing listens on", caught(() => useIoRedis(CLOSED_PORT)), UPSTREAM],
  [
    "a connection that ends early",
    withServer((socket) => socket.once("data", () => socket.end()), useIoRedis),
    UPSTREAM,
  ],
  ["what is no protocol of Redis", made(parserError), UPSTREAM],
  ["a command that was aborted", made(() => new errors.AbortError(SECRETS.password)), UPSTREAM],
  ["a command that was interrupted", made(() => new errors.InterruptError(SECRETS.password)), UPSTREAM],
  ["a cluster that is away", made(() => clusterError()), UPSTREAM],
];

function parserError(): unknown {
  return new errors.ParserError(SECRETS.password, Buffer.from("x"), 0);
}

function clusterError(): unknown {
  const { default: ClusterAllFailedError } = inside("ioredis")("./errors/ClusterAllFailedError");
  return new ClusterAllFailedError(SECRETS.host, new Error(SECRETS.password));
}

export const DATABASES: readonly Family[] = [
  { library: "pg", rows: PG },
  { library: "mysql2", rows: MYSQL },
  { library: "mongodb", rows: MONGODB },
  { library: "redis", rows: REDIS },
  { library: "ioredis", rows: IOREDIS },
];
