import { PGlite } from "@electric-sql/pglite";
import { sql as drizzleSql } from "drizzle-orm";
import { drizzle as drizzleOverPg } from "drizzle-orm/node-postgres";
import { drizzle as drizzleOverPglite } from "drizzle-orm/pglite";
import knex from "knex";
import { Kysely, sql as kyselySql, PostgresDialect } from "kysely";
import pg from "pg";
import postgres from "postgres";
import { Sequelize } from "sequelize";
import { DataSource } from "typeorm";
import { type PostgresqlServer, startPostgresqlServer } from "./embedded-postgresql.ts";

/** PostgreSQL twice, with the same tables: inside this process and as a server. */
export interface Engine extends PostgresqlServer {
  readonly db: PGlite;
}

/** Starts PostgreSQL with the tables of a small shop. */
export async function startPostgresql(tables: string): Promise<Engine> {
  const [db, server] = await Promise.all([PGlite.create(), startPostgresqlServer()]);
  await db.exec(tables);
  const client = new pg.Client(server.address);
  await client.connect();
  await client.query(tables);
  await client.end();
  return {
    db,
    address: server.address,
    stop: async () => {
      await server.stop();
      await db.close();
    },
  };
}

/** Sends SQL to the database. */
export interface Sender {
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** How each library sends SQL. */
export const LIBRARIES: Readonly<Record<string, (engine: Engine) => Promise<Sender>>> = {
  pglite: async ({ db }) => ({ run: (sql) => db.query(sql), close: async () => {} }),
  pg: async ({ address }) => {
    const client = new pg.Client(address);
    await client.connect();
    return { run: (sql) => client.query(sql), close: () => client.end() };
  },
  postgres: async ({ address }) => {
    const sql = postgres({ ...address, max: 1 });
    return { run: (text) => sql.unsafe(text), close: () => sql.end() };
  },
  "drizzle over pglite": async ({ db }) => {
    const drizzle = drizzleOverPglite(db);
    return { run: (sql) => drizzle.execute(drizzleSql.raw(sql)), close: async () => {} };
  },
  "drizzle over pg": async ({ address }) => {
    const client = new pg.Client(address);
    await client.connect();
    const drizzle = drizzleOverPg(client);
    return { run: (sql) => drizzle.execute(drizzleSql.raw(sql)), close: () => client.end() };
  },
  kysely: async ({ address }) => {
    const db = kyselyOver(address);
    return { run: (sql) => kyselySql.raw(sql).execute(db), close: () => db.destroy() };
  },
  knex: async ({ address }) => {
    const db = knex({ client: "pg", connection: address, pool: { min: 0, max: 1 } });
    return { run: (sql) => db.raw(sql), close: () => db.destroy() };
  },
  typeorm: async ({ address }) => {
    const source = await typeOrmOver(address).initialize();
    return { run: (sql) => source.query(sql), close: () => source.destroy() };
  },
  sequelize: async ({ address }) => {
    const sequelize = sequelizeOver(address);
    return { run: (sql) => sequelize.query(sql), close: () => sequelize.close() };
  },
};

export function kyselyOver<Tables = unknown>(address: Engine["address"]): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...address, max: 1 }) }) });
}

export function typeOrmOver({ user, ...address }: Engine["address"], more: object = {}): DataSource {
  return new DataSource({ type: "postgres", username: user, ...address, poolSize: 1, logging: false, ...more });
}

export function sequelizeOver({ user, ...address }: Engine["address"]): Sequelize {
  return new Sequelize({ dialect: "postgres", username: user, ...address, pool: { max: 1 }, logging: false });
}
