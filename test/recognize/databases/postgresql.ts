import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { sql as drizzleSql } from "drizzle-orm";
import { drizzle as drizzleOverPg } from "drizzle-orm/node-postgres";
import { drizzle as drizzleOverPglite } from "drizzle-orm/pglite";
import knex from "knex";
import { Kysely, sql as kyselySql, PostgresDialect } from "kysely";
import pg from "pg";
import postgres from "postgres";
import { Sequelize } from "sequelize";
import { DataSource } from "typeorm";

/** A database of PostgreSQL inside this process, and the address of a server in front of it. */
export interface Engine {
  readonly db: PGlite;
  readonly address: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  readonly stop: () => Promise<void>;
}

/** Starts PostgreSQL with the tables of a small shop. */
export async function startPostgresql(tables: string): Promise<Engine> {
  const db = await PGlite.create();
  await db.exec(tables);
  const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 8 });
  await server.start();
  const port = Number(server.getServerConn().split(":").at(-1));
  return {
    db,
    address: { host: "127.0.0.1", port, user: "postgres", database: "postgres" },
    stop: async () => {
      await server.stop();
      await db.close();
    },
  };
}

/** A way to send SQL to the database. */
export interface Sender {
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

/** Each library, as it sends SQL. */
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
