import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import BetterSqlite3 from "better-sqlite3";
import { sql as drizzleSql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import knex from "knex";
import { Kysely, sql as kyselySql, SqliteDialect } from "kysely";
import { DataSource } from "typeorm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECRETS } from "../../support/secrets.ts";
import { answered, answeredWithout, BUSY, CONFLICT, caught, INVALID, isLeft } from "./answered.ts";

const TABLES = `
  pragma foreign_keys = on;
  create table users (id integer primary key, email text not null unique, age int check (age > 0)) strict;
  create table orders (id int, buyer int references users on delete restrict);
  insert into users values (1, '${SECRETS.password}', 7);
  insert into orders values (1, 1);`;

const CONDITIONS: readonly (readonly [condition: string, sql: string, answer: string])[] = [
  ["a duplicate", `insert into users values (2, '${SECRETS.password}', 7)`, CONFLICT],
  ["a key that is taken", `insert into users values (1, '${SECRETS.host}', 7)`, CONFLICT],
  ["a row that is not there to refer to", "insert into orders values (2, 99)", CONFLICT],
  ["a row that others refer to", "delete from users", CONFLICT],
  ["null", "insert into users values (3, null, 7)", INVALID],
  ["a check", `insert into users values (3, '${SECRETS.host}', 0)`, INVALID],
  ["a text in a column of numbers", `insert into users values (3, '${SECRETS.host}', '${SECRETS.path}')`, INVALID],
  ["a key that is no number", `insert into users values ('${SECRETS.path}', '${SECRETS.host}', 7)`, INVALID],
];

/** Sends SQL to a database in a file. */
interface Sender {
  readonly run: (sql: string) => unknown;
  readonly close: () => unknown;
}

/** How each library sends SQL. */
const LIBRARIES: Readonly<Record<string, (file: string) => Sender | Promise<Sender>>> = {
  "better-sqlite3": (file) => {
    const db = new BetterSqlite3(file, { timeout: 0 });
    db.pragma("foreign_keys = on");
    return { run: (sql) => db.exec(sql), close: () => db.close() };
  },
  "node:sqlite": (file) => {
    const db = new DatabaseSync(file);
    return { run: (sql) => db.exec(sql), close: () => db.close() };
  },
  drizzle: (file) => {
    const client = new BetterSqlite3(file, { timeout: 0 });
    client.pragma("foreign_keys = on");
    const db = drizzle(client);
    return { run: (sql) => db.run(drizzleSql.raw(sql)), close: () => client.close() };
  },
  kysely: (file) => {
    const database = new BetterSqlite3(file, { timeout: 0 });
    database.pragma("foreign_keys = on");
    const db = new Kysely({ dialect: new SqliteDialect({ database }) });
    return { run: (sql) => kyselySql.raw(sql).execute(db), close: () => db.destroy() };
  },
  knex: (file) => {
    const db = knex({
      client: "better-sqlite3",
      connection: { filename: file, options: { timeout: 0 } as object },
      useNullAsDefault: true,
      pool: {
        afterCreate: (connection: BetterSqlite3.Database, done: () => void) => {
          connection.pragma("foreign_keys = on");
          connection.pragma("busy_timeout = 0");
          done();
        },
      },
    });
    return { run: (sql) => db.raw(sql), close: () => db.destroy() };
  },
  typeorm: async (file) => {
    const source = await new DataSource({ type: "better-sqlite3", database: file, timeout: 0 }).initialize();
    return { run: (sql) => source.query(sql), close: () => source.destroy() };
  },
};

const folder = mkdtempSync(join(tmpdir(), "databases-"));
const file = join(folder, "shop.sqlite");
beforeAll(() => {
  const db = new DatabaseSync(file);
  db.exec(TABLES);
  db.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(Object.entries(LIBRARIES))("SQLite with %s", (_library, open) => {
  let sender: Sender;
  let other: Sender;
  beforeAll(async () => {
    sender = await open(file);
    // A second connection of the same library, since two copies of SQLite in one process do not see each other's locks.
    other = await open(file);
  });
  afterAll(async () => {
    await sender.close();
    await other.close();
  });

  test.each(CONDITIONS)("%s", async (_condition, sql, answer) => {
    const thrown = await caught(() => sender.run(sql));
    expect(answered(thrown)).toBe(answer);
    expect(answeredWithout(thrown)).toBe(500);
  });

  test("a database that another connection writes to", async () => {
    await other.run("begin immediate");
    const thrown = await caught(() => sender.run("insert into users values (9, 'nine', 9)"));
    await other.run("rollback");
    expect(answered(thrown)).toBe(BUSY);
  });

  test("the service's own mistake stays an internal error", async () => {
    const thrown = await caught(() => sender.run("select * from nothing"));
    expect(isLeft(thrown)).toBe(true);
    expect(answeredWithout(thrown)).toBe(500);
  });
});
