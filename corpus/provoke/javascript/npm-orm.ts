import { about, bytes, closed, cred, file, load, type Provocation, settled, tcp } from "./tools.ts";

const pg = load("pg");
const mysqlCore = load("mysql2");
const { Sequelize, DataTypes } = load("sequelize");
const knex = load("knex");
const { DataSource } = load("typeorm");
const { drizzle } = load("drizzle-orm/node-postgres");
const { sql } = load("drizzle-orm");

/** A server of MySQL that greets with an error. */
function mysqld(code: number, message: string): Promise<number> {
  const packet = Buffer.alloc(7 + message.length);
  packet.writeUIntLE(3 + message.length, 0, 3);
  packet.writeUInt8(255, 4);
  packet.writeUInt16LE(code, 5);
  packet.write(message, 7, "latin1");
  return bytes(3306, packet, true);
}

/** Messages of query builders and object mappers. */
export const provocations: Provocation[] = [
  ...about("sequelize", {
    refused: [
      () =>
        new Sequelize(`postgres://app:x@127.0.0.1:${closed(5432)}/orders`, {
          logging: false,
          dialectModule: pg,
        }).authenticate(),
      { as: ["message", "stack"] },
    ],
    "unknown-host": () =>
      new Sequelize("postgres://app@pg.data.internal/orders", { logging: false, dialectModule: pg }).authenticate(),
    denied: async () =>
      new Sequelize("shop", "shop", cred("password", 106), {
        dialect: "mysql",
        dialectModule: mysqlCore,
        host: "127.0.0.1",
        port: await mysqld(1045, "Access denied for user 'shop'@'10.2.0.9' (using password: YES)"),
        logging: false,
      }).authenticate(),
    dialect: () => new Sequelize("x", "y", "z", { dialect: "postgress" }),
    "dialect-missing": () => new Sequelize("x", "y", "z", {}),
    "dialect-module": () => new Sequelize("sqlite::memory:"),
    validation: [
      () =>
        new Sequelize("postgres://127.0.0.1/x", { dialectModule: pg })
          .define("user", {
            email: { type: DataTypes.STRING, allowNull: false, validate: { isEmail: true } },
            age: DataTypes.INTEGER,
          })
          .build({ email: "nope" })
          .validate(),
      { as: ["message", "stack"] },
    ],
    "not-null": () =>
      new Sequelize("postgres://127.0.0.1/x", { dialectModule: pg })
        .define("u", { email: { type: DataTypes.STRING, allowNull: false } })
        .build({})
        .validate(),
    include: () =>
      new Sequelize("postgres://127.0.0.1/x", { dialectModule: pg }).define("u", {}).findAll({ include: ["orders"] }),
    "data-type": () =>
      new Sequelize("postgres://127.0.0.1/x", { dialectModule: pg }).define("u", { a: { type: undefined } }),
  }),
  ...about("knex", {
    client: () => knex({ client: "postgress" }),
    "driver-missing": () => knex({ client: "better-sqlite3", connection: { filename: file("dev.sqlite3") } }),
    refused: [
      () => settled(knex({ client: "pg", connection: { host: "127.0.0.1", port: closed(5432) } }).raw("select 1")),
      { as: ["message", "stack"] },
    ],
    "pool-timeout": async () =>
      settled(
        knex({
          client: "pg",
          acquireConnectionTimeout: 80,
          connection: { host: "127.0.0.1", port: await tcp(5432, () => {}) },
        }).raw("select 1"),
      ),
    "undefined-binding": () => knex({ client: "pg" })("orders").where({ id: undefined }).toSQL(),
    bindings: () => knex({ client: "pg" }).raw("select ?, ?", [1]).toString(),
    "dialect-missing": () =>
      knex({ client: undefined })("orders")
        .select("id")
        .then(() => {}),
    "migration-directory": [
      () => settled(knex({ client: "pg", migrations: { directory: "/srv/shop/migrations" } }).migrate.list()),
      { as: ["message", "stack"] },
    ],
  }),
  ...about("typeorm", {
    driver: () => new DataSource({ type: "postgress" }),
    refused: [
      () => new DataSource({ type: "postgres", host: "127.0.0.1", port: closed(5432) }).initialize(),
      { as: ["stack"] },
    ],
    "unknown-host": [
      () => new DataSource({ type: "mysql", host: "mysql-replica", driver: mysqlCore }).initialize(),
      { hosts: ["mysql-replica"] },
    ],
    "no-metadata": () => new DataSource({ type: "postgres" }).getRepository("Order").find(),
    "driver-package": () => new DataSource({ type: "better-sqlite3", database: "/data/orders.db" }).initialize(),
    "not-initialized": () => new DataSource({ type: "postgres" }).destroy(),
  }),
  ...about("drizzle-orm", {
    refused: [
      () => settled(drizzle({ connection: { host: "127.0.0.1", port: closed(5432) } }).execute(sql`select 1 as total`)),
      { as: ["message", "stack"] },
    ],
    "unknown-host": [
      () =>
        settled(
          drizzle(`postgres://app:${cred("simplePassword", 107)}@pg-rw.prod.svc/orders`).execute(sql`select now()`),
        ),
      { as: ["message", "inspect"] },
    ],
  }),
];
