import type { Kit } from "./kit.ts";
import { startPostgres } from "./postgres.ts";
import type { Provocation } from "./provocation.ts";

const PASSWORD = "{{simplePassword:151}}";

const SCHEMA = `create table users(id int primary key, email text unique not null);
create table orders(id int primary key, user_id int not null references users(id), total numeric(6,2) check (total >= 0), placed_on date);
insert into users values (1, 'ann@example.com');
create function fail_order() returns void language plpgsql as $$ begin perform 1 / 0; end $$;
create role reporting login password '{{simplePassword:152}}';
create table tax(rate numeric);
`;

/** `[what, statement]`, all for a user who may do everything. */
const STATEMENTS: [string, string][] = [
  ["unique", "insert into users values (2, 'ann@example.com')"],
  ["primary-key", "insert into users values (1, 'bob@example.com')"],
  ["foreign-key", "insert into orders values (118, 42, 10, '2024-05-17')"],
  [
    "foreign-key-delete",
    "with x as (insert into orders values (119, 1, 10, null)) select 1; delete from users where id = 1",
  ],
  ["not-null", "insert into users values (3, null)"],
  ["check", "insert into orders values (118, 1, -5, null)"],
  ["numeric-overflow", "insert into orders values (118, 1, 123456.78, null)"],
  ["syntax", "selec 1"],
  ["syntax-end", "select * from users where"],
  ["no-table", "select * from invoices"],
  ["no-column", "select nickname from users"],
  ["no-function", "select total_of(12)"],
  ["int-input", "select 'twelve'::int"],
  ["date-input", "select '2024-02-30'::date"],
  ["date-format", "select '30 of never'::date"],
  ["uuid-input", "select 'not-a-uuid'::uuid"],
  ["json-input", `select '{"amount": }'::json`],
  ["divide", "select 10 / 0"],
  ["plpgsql-context", "select fail_order()"],
  ["group-by", "select email, count(*) from users"],
  ["int-range", "select 99999999999::int"],
  ["encoding", "select convert_from('\\xe9'::bytea, 'UTF8')"],
  ["copy-file", "copy users from '/var/lib/acme/import/users.csv'"],
  ["copy-program-directory", "copy users to '/srv/exports/users.csv'"],
  ["extension", `create extension "acme_money"`],
  ["raise-host", `do $$ begin raise exception 'replica % is behind', 'pg-replica-2.prod.internal'; end $$`],
  ["raise-hint", `do $$ begin raise exception 'order % is closed', 118 using hint = 'Open a new order.'; end $$`],
  ["tablespace", "create tablespace fast location '/mnt/ssd1/pg'"],
  ["read-only", "begin read only; insert into tax values (19)"],
  ["timeout", "set statement_timeout = 50; select pg_sleep(2)"],
  ["role-exists", "create role reporting"],
  ["secret-in-statement", "create user m pasword '{{simplePassword:153}}'"],
];

async function statements(kit: Kit): Promise<void> {
  const server = await startPostgres(PASSWORD);
  if (server === undefined) return kit.run("psql/unique", ["initdb"]);
  const ports = new Map([[server.port, 5432]]);
  const at = `host=127.0.0.1 port=${server.port} connect_timeout=5`;
  const env = { PGPASSWORD: PASSWORD };
  const files = { "schema.sql": SCHEMA };
  const base: Provocation = { ports, env, files, stream: "stderr", lang: "plpgsql" };
  const before = [
    ["env", `PGPASSWORD=${PASSWORD}`, "psql", "-X", "-q", "-f", "schema.sql", `${at} user=app dbname=postgres`],
  ];
  await kit.run("psql/wrong-password", ["psql", "-X", `${at} user=app dbname=postgres`], {
    ...base,
    before,
    env: { PGPASSWORD: "{{hexKey32:154}}" },
  });
  await kit.run("psql/no-password", ["psql", "-X", "-w", `${at} user=app dbname=postgres`], { ...base, env: {} });
  await kit.run("psql/no-database", ["psql", "-X", `${at} user=app dbname=orders`], base);
  await kit.run("psql/no-role", ["psql", "-X", `${at} user=shopkeeper dbname=postgres`], base);
  await kit.run("psql/ssl-refused", ["psql", "-X", `${at} user=app dbname=postgres sslmode=require`], base);
  await kit.run(
    "psql/permission",
    ["psql", "-X", "-c", "select * from users", `${at} user=reporting dbname=postgres`],
    { ...base, env: { PGPASSWORD: "{{simplePassword:152}}" } },
  );
  for (const [what, statement] of STATEMENTS) {
    await kit.run(`psql/${what}`, ["psql", "-X", "-q", "-c", statement, `${at} user=app dbname=postgres`], base);
  }
  await kit.run(
    "psql/script",
    ["psql", "-X", "-v", "ON_ERROR_STOP=1", "-f", "@WORK@/db/003_tax.sql", `${at} user=app dbname=postgres`],
    { ...base, files: { "db/003_tax.sql": "select 1;\nalter table tax add colum x int;\n" } },
  );
  await kit.run("psql/no-file", ["psql", "-X", "-f", "/srv/shop/db/seed.sql", `${at} user=app dbname=postgres`], base);
  await kit.run("pg_dump/no-table", ["pg_dump", "-t", "invoices", `${at} user=app dbname=postgres`], base);
  await kit.run("pg_restore/format", ["pg_restore", "-f", "-", "@WORK@/backup.dump"], {
    ...base,
    files: { "backup.dump": "plain text that is no archive at all" },
  });
  await server.stop();
}

async function clients(kit: Kit): Promise<void> {
  const url = "postgresql://app:{{simplePassword:155}}@orders-db.cx7d2kq9.eu-central-1.rds.amazonaws.com:5432/orders";
  await kit.run("psql/rds", ["psql", "-X", url]);
  await kit.run("psql/refused", ["psql", "-X", "host=127.0.0.1 port=6481 dbname=orders"]);
  await kit.run("psql/refused-name", ["psql", "-X", "postgresql://app:x@db-1.prod.internal:5432/orders"], {
    net: { "db-1.prod.internal": "10.20.3.17" },
  });
  await kit.run("psql/socket", ["psql", "-X", "orders"]);
  await kit.run("psql/option", ["psql", "--databse", "orders"]);
  await kit.run("psql/bad-uri", ["psql", "-X", "postgresql://app:{{simplePassword:156}}@10.20.3.17:54x2/orders"]);
  await kit.run("psql/bad-parameter", ["psql", "-X", "postgresql://app@10.20.3.17/orders?pasword={{hexKey32:157}}"]);
  await kit.run("pg_dump/refused", ["pg_dump", "-h", "localhost", "-p", "6483", "-U", "app", "orders"]);
  await kit.run("pg_restore/no-file", ["pg_restore", "-d", "orders", "/home/deploy/backups/orders.dump"]);
  await kit.run("pg_isready/refused", ["pg_isready", "-h", "127.0.0.1", "-p", "6484"]);
}

async function others(kit: Kit): Promise<void> {
  const mariadb = (...args: string[]): string[] => ["mariadb", "--no-defaults", "--protocol=tcp", ...args];
  await kit.run("mariadb/refused", mariadb("-h", "127.0.0.1", "-P", "6485", "-u", "app", "-p{{simplePassword:158}}"));
  await kit.run("mariadb/unknown-host", mariadb("-h", "mysql-primary.prod.internal", "-u", "app"));
  await kit.run("mariadb/refused-name", mariadb("-h", "mysql.corp", "-P", "6486"), {
    net: { "mysql.corp": "172.20.4.6" },
  });
  await kit.run("mariadb/socket", ["mariadb", "--no-defaults", "-h", "localhost"]);
  await kit.run("mariadb/unknown-option", mariadb("--pasword={{simplePassword:159}}"));
  await kit.run("mariadb/defaults-file", ["mariadb", "--defaults-file=/etc/acme/my.cnf"], {
    paths: ["/etc/acme/my.cnf"],
  });
  await kit.run("mariadb-dump/refused", ["mariadb-dump", "--no-defaults", "-h", "127.0.0.1", "-P", "6487", "orders"]);
  await kit.run("redis-cli/refused", ["redis-cli", "-h", "127.0.0.1", "-p", "6488", "ping"], { stream: "both" });
  await kit.run("redis-cli/unknown-host", ["redis-cli", "-h", "redis-master.cache.svc.cluster.local", "ping"], {
    stream: "both",
  });
  await kit.run("redis-cli/single-label", ["redis-cli", "-h", "session-store", "ping"], {
    stream: "both",
    hosts: ["session-store"],
  });
  await kit.run("redis-cli/socket", ["redis-cli", "-s", "/var/run/redis/redis-server.sock", "ping"], {
    stream: "both",
  });
  await kit.run("redis-cli/uri", ["redis-cli", "-u", "reddis://:{{hexKey32:160}}@10.20.3.17:6379"], { stream: "both" });
  await kit.run("redis-cli/option", ["redis-cli", "--hots", "127.0.0.1"], { stream: "both" });
  const schema =
    "create table users(id integer primary key, email text unique not null);\ninsert into users values (1, 'ann@example.com');\n";
  const sqlite: [string, string][] = [
    ["unique", "insert into users values (2, 'ann@example.com');"],
    ["not-null", "insert into users values (3, null);"],
    ["no-table", "select * from invoices;"],
    ["no-column", "select nickname from users;"],
    ["syntax", "selec 1;"],
    ["incomplete", "select * from"],
    ["datatype", "insert into users values ('x', 'bob@example.com');"],
    ["columns", "insert into users values (1);"],
    ["function", "select total_of(12);"],
    ["attach", "attach '/var/lib/acme-missing/archive.db' as archive;"],
    ["import", ".import /srv/shop/imports/users.csv users"],
    ["read", ".read /srv/shop/db/seed.sql"],
    ["dot", ".tabels"],
  ];
  for (const [what, statement] of sqlite) {
    await kit.run(`sqlite3/${what}`, ["sqlite3", "-batch", ":memory:"], { stdin: `${schema}${statement}\n` });
  }
  await kit.run("sqlite3/no-directory", ["sqlite3", "/var/lib/acme-missing/orders.db", "select 1"]);
  await kit.run("sqlite3/not-database", ["sqlite3", "orders.db", "select * from users"], {
    files: {
      "orders.db":
        "plain text that is no database, but long enough to be read as the header of one, which takes a hundred bytes",
    },
  });
}

/** Runs this area. */
export async function provoke(kit: Kit): Promise<void> {
  await statements(kit);
  await clients(kit);
  await others(kit);
}
