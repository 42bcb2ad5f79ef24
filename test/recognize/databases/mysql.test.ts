import { sql as drizzleSql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/mysql2";
import knex from "knex";
import { Kysely, sql as kyselySql, MysqlDialect } from "kysely";
import mysql from "mysql2";
import mysqlPromise from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECRETS } from "../../support/secrets.ts";
import { answered, answeredWithout, BUSY, CONFLICT, caught, INVALID, isLeft } from "./answered.ts";
import { type MysqlStub, startMysqlStub } from "./mysql-stub.ts";

/** The messages have the form of the servers' own. */
const CONDITIONS: readonly (readonly [condition: string, sql: string, answer: string])[] = [
  ["a duplicate", `fail 1062 Duplicate entry '${SECRETS.password}' for key 'users.email'`, CONFLICT],
  [
    "a row that others refer to",
    "fail 1451 Cannot delete or update a parent row: a foreign key constraint fails",
    CONFLICT,
  ],
  ["a row that is not there to refer to", "fail 1452 Cannot add or update a child row", CONFLICT],
  ["null", `fail 1048 Column '${SECRETS.host}' cannot be null`, INVALID],
  ["no value and no default", `fail 1364 Field '${SECRETS.host}' doesn't have a default value`, INVALID],
  ["a check", `fail 3819 Check constraint '${SECRETS.host}' is violated.`, INVALID],
  ["a check of MariaDB", `fail 4025 CONSTRAINT \`${SECRETS.host}\` failed for \`shop\`.\`users\``, INVALID],
  ["a text that is too long", `fail 1406 Data too long for column '${SECRETS.host}' at row 1`, INVALID],
  ["a number out of range", `fail 1264 Out of range value for column '${SECRETS.host}' at row 1`, INVALID],
  ["a text that is no number", `fail 1366 Incorrect integer value: '${SECRETS.password}' for column 'a'`, INVALID],
  ["a text that is no date", `fail 1292 Incorrect datetime value: '${SECRETS.password}' for column 'a'`, INVALID],
  ["a text that is no JSON", `fail 3140 Invalid JSON text: "${SECRETS.password}"`, INVALID],
  ["a deadlock", "fail 1213 Deadlock found when trying to get lock; try restarting transaction", BUSY],
  ["a lock that was not free in time", "fail 1205 Lock wait timeout exceeded; try restarting transaction", BUSY],
];

/** Sends SQL. */
interface Sender {
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => unknown;
}

/** How each library sends SQL. */
const LIBRARIES: Readonly<Record<string, (address: MysqlStub["address"]) => Promise<Sender>>> = {
  mysql2: async (address) => {
    const client = await mysqlPromise.createConnection(address);
    return { run: (sql) => client.query(sql), close: () => client.destroy() };
  },
  drizzle: async (address) => {
    const client = await mysqlPromise.createConnection(address);
    const db = drizzle(client);
    return { run: (sql) => db.execute(drizzleSql.raw(sql)), close: () => client.destroy() };
  },
  kysely: async (address) => {
    const pool = mysql.createPool({ ...address, connectionLimit: 1 });
    const db = new Kysely({ dialect: new MysqlDialect({ pool }) });
    return { run: (sql) => kyselySql.raw(sql).execute(db), close: () => db.destroy() };
  },
  knex: async (address) => {
    const db = knex({ client: "mysql2", connection: address, pool: { min: 0, max: 1 } });
    return { run: (sql) => db.raw(sql), close: () => db.destroy() };
  },
};

let stub: MysqlStub;
beforeAll(async () => {
  stub = await startMysqlStub();
});
afterAll(() => stub.stop());

describe.each(Object.entries(LIBRARIES))("MySQL's packets with %s", (_library, open) => {
  let sender: Sender;
  beforeAll(async () => {
    sender = await open(stub.address);
  });
  afterAll(() => sender.close());

  test.each(CONDITIONS)("%s", async (_condition, sql, answer) => {
    const thrown = await caught(() => sender.run(sql));
    expect(answered(thrown)).toBe(answer);
    expect(answeredWithout(thrown)).toBeGreaterThanOrEqual(500);
  });

  test("the service's own mistake stays an internal error", async () => {
    const thrown = await caught(() => sender.run("fail 1146 Table 'shop.nothing' doesn't exist"));
    expect(isLeft(thrown)).toBe(true);
    expect(answeredWithout(thrown)).toBe(500);
  });
});
