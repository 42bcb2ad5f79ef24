import { DataTypes } from "sequelize";
import { EntitySchema } from "typeorm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECRETS } from "../../../support/secrets.ts";
import { answered, answeredWithout, BUSY, CONFLICT, caught, INVALID, isLeft, MISSING } from "../answered.ts";
import {
  type Engine,
  kyselyOver,
  LIBRARIES,
  type Sender,
  sequelizeOver,
  startPostgresql,
  typeOrmOver,
} from "../postgresql.ts";

const TABLES = `
  create table users (
    id uuid primary key,
    email text not null constraint users_email_key unique,
    age smallint constraint users_age_check check (age > 0),
    initials varchar(3),
    born date
  );
  create table orders (id int primary key, buyer uuid constraint orders_buyer_fkey references users);
  create table rooms (during int4range, constraint rooms_during_excl exclude using gist (during with &&));
  insert into users (id, email) values ('00000000-0000-4000-8000-000000000001', '${SECRETS.password}');
  insert into orders values (1, '00000000-0000-4000-8000-000000000001');
  insert into rooms values ('[1,5)');`;

const insert = (column: string, value: string) =>
  `insert into users (id, email, ${column}) values (gen_random_uuid(), gen_random_uuid()::text, ${value})`;

const CONDITIONS: readonly (readonly [condition: string, sql: string, answer: string])[] = [
  ["a duplicate", `insert into users (id, email) values (gen_random_uuid(), '${SECRETS.password}')`, CONFLICT],
  ["an overlap", "insert into rooms values ('[3,9)')", CONFLICT],
  ["a row that is not there to refer to", "insert into orders values (2, gen_random_uuid())", CONFLICT],
  ["a row that others refer to", "delete from users", CONFLICT],
  ["null", "insert into users (id) values (gen_random_uuid())", INVALID],
  ["a check", insert("age", "-1"), INVALID],
  ["a text that is no uuid", `select * from users where id = '${SECRETS.password}'`, INVALID],
  ["a number out of range", insert("age", "99999"), INVALID],
  ["a text that is too long", insert("initials", `'${SECRETS.password}'`), INVALID],
  ["a text that is no date", insert("born", `'${SECRETS.password}'`), INVALID],
  ["a date that is none", insert("born", "'2026-02-31'"), INVALID],
];

/** Libraries whose transactions can conflict. Those inside this process share one connection. */
const OVER_THE_NETWORK = Object.entries(LIBRARIES).filter(([library]) => !library.endsWith("pglite"));

let engine: Engine;
beforeAll(async () => {
  engine = await startPostgresql(TABLES);
});
afterAll(() => engine.stop());

describe.each(Object.entries(LIBRARIES))("PostgreSQL with %s", (_library, open) => {
  let sender: Sender;
  beforeAll(async () => {
    sender = await open(engine);
  });
  afterAll(() => sender.close());

  test.each(CONDITIONS)("%s", async (_condition, sql, answer) => {
    const thrown = await caught(() => sender.run(sql));
    expect(answered(thrown)).toBe(answer);
    expect(answeredWithout(thrown)).toBeGreaterThanOrEqual(500);
  });

  test.each([
    [
      "a duplicate",
      `insert into users (id, email) values (gen_random_uuid(), '${SECRETS.password}')`,
      "users_email_key",
    ],
    ["a foreign key", "insert into orders values (2, gen_random_uuid())", "orders_buyer_fkey"],
    ["a check", insert("age", "-1"), "users_age_check"],
    ["an overlap", "insert into rooms values ('[3,9)')", "rooms_during_excl"],
  ])("the code of a constraint: %s", async (_what, sql, constraint) => {
    const thrown = await caught(() => sender.run(sql));
    expect(answered(thrown, { constraints: { [constraint]: "acme_teapot" } })).toBe("418 acme_teapot");
  });

  test.each([
    ["a mistake in the SQL", "select from where"],
    ["a table that is not there", "select * from nothing"],
    ["a division by zero", "select 1 / 0"],
  ])("the service's own mistake stays an internal error: %s", async (_what, sql) => {
    const thrown = await caught(() => sender.run(sql));
    expect(isLeft(thrown)).toBe(true);
    expect(answeredWithout(thrown)).toBe(500);
  });
});

describe.each(OVER_THE_NETWORK)("two transactions that meet, with %s", (_library, open) => {
  const lock = (age: number) => `update users set born = born where age = ${age}`;
  let first: Sender;
  let second: Sender;
  beforeAll(async () => {
    [first, second] = [await open(engine), await open(engine)];
    await first.run(insert("age", "1"));
    await first.run(insert("age", "2"));
  });
  afterAll(async () => {
    await first.run("delete from users where age is not null");
    await Promise.all([first.close(), second.close()]);
  });

  test("a deadlock", async () => {
    await Promise.all([first.run("begin"), second.run("begin")]);
    await Promise.all([first.run(lock(1)), second.run(lock(2))]);
    const met = await Promise.allSettled([first.run(lock(2)), second.run(lock(1))]);
    const refused = met.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused.map((thrown) => answered(thrown))).toEqual([BUSY]);
    await Promise.all([first.run("rollback"), second.run("rollback")]);
  });

  test("a serialization failure", async () => {
    await first.run("begin isolation level repeatable read");
    await first.run("select * from users");
    await second.run("update users set born = '2026-01-01' where age = 1");
    const thrown = await caught(() => first.run(lock(1)));
    await first.run("rollback");
    expect(answered(thrown)).toBe(BUSY);
  });
});

describe("a row that has to exist", () => {
  test("kysely", async () => {
    const db = kyselyOver<{ orders: { id: number } }>(engine.address);
    const thrown = await caught(() =>
      db.selectFrom("orders").selectAll().where("id", "=", 99).executeTakeFirstOrThrow(),
    );
    await db.destroy();
    expect(answered(thrown)).toBe(MISSING);
  });

  test("typeorm", async () => {
    const order = new EntitySchema<{ id: number }>({
      name: "orders",
      columns: { id: { type: "int", primary: true } },
    });
    const source = await typeOrmOver(engine.address, { entities: [order] }).initialize();
    const thrown = await caught(() => source.getRepository(order).findOneByOrFail({ id: 99 }));
    await source.destroy();
    expect(answered(thrown)).toBe(MISSING);
  });

  test("sequelize", async () => {
    const sequelize = sequelizeOver(engine.address);
    const fields = { id: { type: DataTypes.INTEGER, primaryKey: true } };
    const order = sequelize.define("orders", fields, { timestamps: false });
    const thrown = await caught(() => order.findByPk(99, { rejectOnEmpty: true }));
    await sequelize.close();
    expect(answered(thrown)).toBe(MISSING);
  });
});

test("a value that Sequelize refuses itself is the client's", async () => {
  const sequelize = sequelizeOver(engine.address);
  const fields = { id: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false } };
  const order = sequelize.define("orders", fields, { timestamps: false });
  const thrown = await caught(() => order.build({}).validate());
  await sequelize.close();
  expect(answered(thrown)).toBe(INVALID);
});
