import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/node-postgres";
import { Redis } from "ioredis";
import knex from "knex";
import { MongoClient, ServerApiVersion } from "mongodb";
import mysql from "mysql2/promise";
import pg from "pg";
import * as nodeRedis from "redis";
import { startMongodbStub } from "../../recognize/databases/mongodb-stub.ts";
import { startMysqlStub } from "../../recognize/databases/mysql-stub.ts";
import {
  type Engine,
  LIBRARIES,
  sequelizeOver,
  startPostgresql,
  typeOrmOver,
} from "../../recognize/databases/postgresql.ts";
import { plant } from "./plant.ts";
import { conversation, failureOf } from "./servers.ts";

const TABLES = "CREATE TABLE users (email text UNIQUE CHECK (email <> 'x'), age int)";
const ROW = plant("row");
const DUPLICATE = `INSERT INTO users (email) VALUES ('${ROW}')`;
const NO_NUMBER = `SELECT '${ROW}'::int`;
const SYNTAX = `SELECT 1 '${ROW}' 2`;
const RAISED = `DO $$ BEGIN RAISE EXCEPTION 'no ${ROW}'; END $$`;
const RAISED_AS_A_CHECK = `DO $$ BEGIN RAISE EXCEPTION 'no ${ROW}' USING ERRCODE = '23514'; END $$`;

let engine: Engine | undefined;

/** One PostgreSQL for all rows. */
async function postgresql(): Promise<Engine> {
  if (engine === undefined) {
    engine = await startPostgresql(`${TABLES}; ${DUPLICATE}`);
  }
  return engine;
}

export async function stopDatabases(): Promise<void> {
  await engine?.stop();
}

/** A statement in each library, with the value in its text. */
const statements = (what: string, sql: string) =>
  Object.entries(LIBRARIES).map(([library, connect]): readonly [string, () => Promise<unknown>] => [
    `${library}, ${what}`,
    async () => {
      const { run, close } = await connect(await postgresql());
      const failure = await failureOf(() => run(sql));
      await close();
      return failure;
    },
  ]);

/** The same with the value as a parameter. */
const INSERT = "INSERT INTO users (email, age) VALUES ($1, $2)";
const parameters: Readonly<Record<string, (engine: Engine) => Promise<unknown>>> = {
  async pg({ address }) {
    const client = new pg.Client(address);
    await client.connect();
    return failureOf(() => client.query(INSERT, [ROW, 1])).finally(() => client.end());
  },
  async "drizzle over pg"({ address }) {
    const client = new pg.Client(address);
    await client.connect();
    const db = drizzle(client);
    const { sql } = await import("drizzle-orm");
    return failureOf(() => db.execute(sql`INSERT INTO users (email) VALUES (${ROW})`)).finally(() => client.end());
  },
  async knex({ address }) {
    const db = knex({ client: "pg", connection: address, pool: { min: 0, max: 1 } });
    return failureOf(() => db("users").insert({ email: ROW })).finally(() => db.destroy());
  },
  async typeorm({ address }) {
    const source = await typeOrmOver(address).initialize();
    return failureOf(() => source.query(INSERT, [ROW, 1])).finally(() => source.destroy());
  },
  async sequelize({ address }) {
    const db = sequelizeOver(address);
    return failureOf(() => db.query(INSERT, { bind: [ROW, 1] })).finally(() => db.close());
  },
};

const mysqlFailing = (number: number, message: string) => async () => {
  const stub = await startMysqlStub();
  const connection = await mysql.createConnection({ ...stub.address, password: plant("password") });
  const failure = await failureOf(() => connection.query(`fail ${number} ${message}`));
  connection.destroy();
  await stub.stop();
  return failure;
};

const mongoFailing = (reply: object) => async () => {
  const stub = await startMongodbStub();
  const client = await new MongoClient(stub.url, { retryWrites: false, serverApi: ServerApiVersion.v1 }).connect();
  stub.reply = reply;
  const failure = await failureOf(() => client.db().collection("users").insertOne({ email: ROW }));
  await client.close();
  await stub.stop();
  return failure;
};

const DUPLICATE_KEY = {
  ok: 1,
  n: 0,
  writeErrors: [
    {
      index: 0,
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: ROW },
      errmsg: `E11000 duplicate key error collection: shop.users index: email_1 dup key: { email: "${ROW}" }`,
    },
  ],
};
const NO_POINT = { ok: 0, code: 16755, errmsg: `Can't extract geo keys: { email: "${ROW}" } Point must be an array` };

const UNKNOWN_COMMAND = `-ERR unknown command 'FOO', with args beginning with: '${ROW}' \r\n`;
/** A Redis server that accepts a login and knows no command. */
const redisReply = (commands: string) =>
  commands
    .split(/(?=\*\d+\r\n)/)
    .map((command) => (/HELLO|AUTH|CLIENT|INFO|SELECT/i.test(command) ? "+OK\r\n" : UNKNOWN_COMMAND))
    .join("");

const viaIoRedis = conversation("", redisReply, async (port, host) => {
  const client = new Redis(`redis://u:${plant("password")}@${host}:${port}`, {
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on("error", () => {});
  await client.call("FOO", ROW).finally(() => client.disconnect());
});

const viaNodeRedis = conversation("", redisReply, async (port, host) => {
  const client = nodeRedis.createClient({
    url: `redis://u:${plant("password")}@${host}:${port}`,
    socket: { reconnectStrategy: false },
    disableClientInfo: true,
  });
  client.on("error", () => {});
  await client.connect();
  await client.sendCommand(["FOO", ROW]).finally(() => client.destroy());
});

/** A connection string with a password, to a port without a listener. */
const unreachable: Readonly<Record<string, () => Promise<unknown>>> = {
  "pg, refused": () =>
    failureOf(async () => {
      const client = new pg.Client(`postgres://u:${plant("password")}@127.0.0.1:1/shop`);
      await client.connect().finally(() => client.end());
    }),
  "mysql2, refused": () => failureOf(() => mysql.createConnection(`mysql://u:${plant("password")}@127.0.0.1:1/shop`)),
  "mongodb, refused": () =>
    failureOf(async () => {
      const client = new MongoClient(`mongodb://u:${plant("password")}@127.0.0.1:1/shop`, {
        serverSelectionTimeoutMS: 30,
      });
      await client.connect().finally(() => client.close());
    }),
  "ioredis, refused": () =>
    failureOf(async () => {
      const client = new Redis(`redis://u:${plant("password")}@127.0.0.1:1`, {
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
      });
      client.on("error", () => {});
      await client.get("x").finally(() => client.disconnect());
    }),
};

/** Statements that fail, by library. */
export const DATABASES: Readonly<Record<string, () => Promise<unknown>>> = {
  ...unreachable,
  ...Object.fromEntries([
    ...statements("a duplicate", DUPLICATE),
    ...statements("no number", NO_NUMBER),
    ...statements("a syntax error", SYNTAX),
    ...statements("an exception", RAISED),
    ...statements("an exception with the code of a check", RAISED_AS_A_CHECK),
    ...Object.entries(parameters).map(([library, run]) => [
      `${library}, a duplicate by parameter`,
      async () => run(await postgresql()),
    ]),
  ]),
  "better-sqlite3, a syntax error": () => failureOf(() => new Database(":memory:").prepare(SYNTAX)),
  "better-sqlite3, a duplicate": () =>
    failureOf(() =>
      new Database(":memory:").exec(`CREATE TABLE users (email text UNIQUE); ${DUPLICATE}; ${DUPLICATE}`),
    ),
  "knex on better-sqlite3, a duplicate": async () => {
    const db = knex({ client: "better-sqlite3", connection: { filename: ":memory:" }, useNullAsDefault: true });
    await db.raw("CREATE TABLE users (email text UNIQUE)");
    await db("users").insert({ email: ROW });
    return failureOf(() => db("users").insert({ email: ROW })).finally(() => db.destroy());
  },
  "mysql2, a duplicate": mysqlFailing(1062, `Duplicate entry '${ROW}' for key 'users.email'`),
  "mysql2, no number": mysqlFailing(1366, `Incorrect integer value: '${ROW}' for column 'age' at row 1`),
  "mysql2, a syntax error": mysqlFailing(1064, `You have an error in your SQL syntax; near '${ROW}' at line 1`),
  "mysql2, a login": mysqlFailing(1045, `Access denied for user '${ROW}'@'127.0.0.1' (using password: YES)`),
  "mysql2, an exception": mysqlFailing(1644, `no ${ROW}`),
  "mongodb, a duplicate": mongoFailing(DUPLICATE_KEY),
  "mongodb, a document": mongoFailing(NO_POINT),
  "ioredis, an unknown command": viaIoRedis,
  "redis, an unknown command": viaNodeRedis,
};
