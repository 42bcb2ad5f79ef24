import { spawn } from "node:child_process";
import { once as event } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type PostgresqlServer, startPostgresqlServer } from "../../recognize/databases/embedded-postgresql.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { type Received, send } from "../../support/http.ts";
import { pool } from "../pool.ts";
import { FRAMEWORKS, type Service, started } from "../service.ts";
import { acme, mishaps, ORDERS, reports } from "../shop.ts";

const RECIPES = readFileSync(new URL("../../../docs/recipes.md", import.meta.url), "utf8");
const [, PAGE = ""] = /^## Idempotency keys\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(RECIPES) ?? [];
const blocks = (language: string) =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code = ""]) => code);
const [TABLE = ""] = blocks("text");

let postgresql: PostgresqlServer;

beforeAll(async () => {
  postgresql = await startPostgresqlServer();
  const { host, port, user, database } = postgresql.address;
  // From there, the page's pool takes its settings, here and in a process of its own.
  const settings = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  await pool.query(TABLE);
  await pool.query(ORDERS);
});
afterAll(async () => {
  await pool.end();
  await postgresql.stop();
  vi.unstubAllEnvs();
});

test("the page shows the code as it is run here, in at most 30 lines", () => {
  const files = ["once", "pool", "express"].map((name) =>
    readFileSync(new URL(`../${name}.ts`, import.meta.url), "utf8").replace(/^import .* from "\.\/.*\n/gm, ""),
  );
  const shown = blocks("ts");
  expect(shown).toHaveLength(files.length);
  for (const [index, code] of shown.entries()) expect(files[index]).toContain(code);
  expect(shown[0]?.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
});

describe.each(FRAMEWORKS)("on %s", (framework) => {
  let service: Service;
  beforeAll(async () => {
    service = await started(framework);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await pool.query("TRUNCATE idempotency, orders RESTART IDENTITY");
    reports.splice(0);
    mishaps.splice(0);
  });

  interface Given {
    readonly item?: string;
    readonly key?: string;
    readonly caller?: string;
    readonly url?: string;
  }

  function order({ item = "tea", key = "k", caller = "ann", url = service.url }: Given = {}): Promise<Received> {
    const headers = {
      authorization: `Bearer ${caller}`,
      "content-type": "application/json",
      ...(key === "" ? {} : { "idempotency-key": key }),
    };
    return send(url, { method: "POST", path: "/orders", headers, body: JSON.stringify({ item }) });
  }

  const count = async (table: "orders" | "idempotency") =>
    Number((await pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
  const seen = (received: Received) => [
    received.status,
    received.status < 400 ? received.body : expectEnvelope(received).code,
  ];
  const FIRST = [201, '{"id":1,"item":"tea"}'];

  test("500 requests at once are done once, and get equal answers", async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => order()));
    expect(answers.map(seen)).toEqual(Array.from({ length: 500 }, () => FIRST));
    expect([await count("orders"), await count("idempotency")]).toEqual([1, 1]);
    expect(reports).toEqual([]);
  });

  test("of 500 requests at once whose first ones fail, one is done", async () => {
    const fail = () => {
      throw acme.error("acme_sold_out");
    };
    mishaps.push(fail, fail, fail);
    const answers = await Promise.all(Array.from({ length: 500 }, () => order()));
    const failed = answers.filter(({ status }) => status === 409);
    expect(failed.map(seen)).toEqual(Array.from({ length: 3 }, () => [409, "acme_sold_out"]));
    const bodies = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body));
    expect([bodies.size, answers.length - failed.length]).toEqual([1, 497]);
    expect(await count("orders")).toBe(1);
  });

  test.each<[what: string, mishap: (db: PoolClient) => unknown, code: string]>([
    ["an error of the catalog", () => Promise.reject(acme.error("acme_sold_out")), "acme_sold_out"],
    ["an unknown error", () => Promise.reject(new Error("hunter2")), "acme_internal_error"],
    ["an error of PostgreSQL", (db) => db.query("SELECT hunter2"), "acme_internal_error"],
    ["a result that is no JSON", () => ({ left: 7n }), "acme_internal_error"],
    [
      "the end of its connection",
      (db) => db.query("SELECT pg_terminate_backend(pg_backend_pid())"),
      "acme_upstream_error",
    ],
    ["the end of its connection while it does something else", cutWhileIdle, "acme_internal_error"],
    ["a commit that fails", (db) => db.query("INSERT INTO orders (item) VALUES ('tea')"), "acme_internal_error"],
  ])("%s leaves nothing, and a repeated request is done", async (_what, mishap, code) => {
    mishaps.push(mishap);
    const answer = await order();
    expect(expectEnvelope(answer).code).toBe(code);
    expect(answer.body).not.toContain("hunter2");
    expect([await count("orders"), await count("idempotency")]).toEqual([0, 0]);
    const [repeated, again] = [await order(), await order()];
    expect([repeated.status, again.body]).toEqual([201, repeated.body]);
    expect(await count("orders")).toBe(1);
  });

  test("another body with the same key is refused", async () => {
    expect(seen(await order())).toEqual(FIRST);
    expect(seen(await order({ item: "milk" }))).toEqual([409, "acme_idempotency_conflict"]);
    expect(seen(await order())).toEqual(FIRST);
    expect(await count("orders")).toBe(1);
  });

  test("each caller has keys of its own", async () => {
    expect(seen(await order())).toEqual(FIRST);
    const other = await order({ caller: "bob", item: "milk" });
    expect(seen(other)).toEqual([201, '{"id":2,"item":"milk"}']);
    expect(seen(await order({ caller: "bob", item: "milk" }))).toEqual(seen(other));
    expect(seen(await order())).toEqual(FIRST);
  });

  test.each([
    ["no key", ""],
    ["a key that is too long", "k".repeat(256)],
  ])("%s is refused", async (_what, key) => {
    expect(seen(await order({ key }))).toEqual([400, "invalid_input"]);
    expect(await count("orders")).toBe(0);
  });

  test.each([
    ["before the commit", 0],
    ["after the commit", 1],
  ])("a crash %s leaves all or nothing, and a repeated request gets its answer", async (place, left) => {
    const program = fileURLToPath(new URL("../crashing.ts", import.meta.url));
    const options = ["--conditions=@uhp-errors/source", program, framework, place];
    const child = spawn(process.execPath, options);
    const [url] = await event(child.stdout, "data");
    await expect(order({ url: String(url) })).rejects.toThrow(/socket hang up|ECONNRESET/);
    const claimed = await order();
    expect(claimed.status).toBe(201);
    expect(await count("orders")).toBe(1);
    expect(JSON.parse(claimed.body).id).toBe(2 - left);
  });
});

/** Ends a connection in which no query runs. */
async function cutWhileIdle(db: PoolClient): Promise<void> {
  const { rows } = await db.query("SELECT pg_backend_pid() AS pid");
  const ended = new Promise((resolve) => db.once("end", resolve));
  await pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
  await ended;
}
