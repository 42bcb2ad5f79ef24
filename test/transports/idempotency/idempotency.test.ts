import { createServer, type RequestListener, request as requestOf, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { PGlite } from "@electric-sql/pglite";
import { parseEnvelope } from "@uhp-errors/core";
import { bearer as bearerOf, install } from "@uhp-errors/express";
import { bearer } from "@uhp-errors/web";
import express from "express";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Received, send } from "../../support/http.ts";
import { begin, PURGE, TABLE } from "./begin.ts";
import { acme, contract, reports } from "./contract.ts";
import { keepBody, once, saving } from "./express.ts";
import { idempotent } from "./fetch.ts";

let db: PGlite;
/** The handler's executions, and what the next ones do. */
let executions = 0;
let next: (() => unknown)[] = [];
const verify = (token: string) => ({ name: token });

async function work(): Promise<unknown> {
  executions += 1;
  const id = executions;
  return (await next.shift()?.()) ?? { id, note: "žluť" };
}

const servers: Record<string, () => RequestListener> = {
  Express() {
    const app = express();
    const auth = bearerOf(contract, verify);
    install(app, contract);
    const parse = express.json({ verify: keepBody });
    const callerOf = (request: object) => auth.principal(request).name;
    const handler = once(db, callerOf, async (_, response) => void response.status(201).json(await work()));
    app.post("/v1/responses", auth, parse, handler);
    return saving(app);
  },
  fetch() {
    const principalOf = bearer(contract, verify);
    const callerOf = async (request: Request) => (await principalOf(request)).name;
    const handler = idempotent(db, callerOf, async () => Response.json(await work(), { status: 201 }));
    return async (incoming, response) => {
      const { method = "", headers, url } = incoming;
      const body = await buffer(incoming);
      const request = new Request(`http://127.0.0.1${url}`, { method, headers: headers as HeadersInit, body });
      const answer = await handler(request);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
  },
};

beforeAll(async () => {
  db = await PGlite.create();
  await db.exec(TABLE);
});
afterAll(() => db.close());
beforeEach(() => {
  executions = 0;
  next = [];
  reports.length = 0;
});

let keys = 0;
const newKey = () => `key-${++keys}`;
const codeOf = ({ body }: Received) => parseEnvelope(body)?.error.code;
const ASKED = '{"input":"hi"}';

describe.each(Object.entries(servers))("%s", (_name, make) => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer(make());
    await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 2000 }, resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const headersOf = (key: string | undefined, caller: string) => ({
    authorization: `Bearer ${caller}`,
    "content-type": "application/json",
    ...(key === undefined ? {} : { "idempotency-key": key }),
  });
  const post = (key: string | undefined, body = ASKED, caller = "ann") =>
    send(url, { method: "POST", path: "/v1/responses", headers: headersOf(key, caller), body });
  /** The parts of a response that a repeated request gets again. */
  const again = ({ status, body, headers: { "content-type": type, "x-request-id": id, ...rest } }: Received) => ({
    ...{ status, body, type, id },
    retry: [rest["x-should-retry"], rest["retry-after"], rest["uhp-version"]],
  });

  test("executes a thousand requests at once only once", async () => {
    let finish = () => {};
    next = [() => new Promise<undefined>((resolve) => (finish = () => resolve(undefined)))];
    const key = newKey();
    const sent = Array.from({ length: 1000 }, () => post(key));
    await vi.waitFor(() => expect(executions).toBe(1), 20_000);
    finish();
    const received = await Promise.all(sent);
    expect(executions).toBe(1);
    expect(new Set(received.map((one) => JSON.stringify(again(one)))).size).toBe(1);
    expect([received[0]?.status, received[0]?.body]).toEqual([201, '{"id":1,"note":"žluť"}']);
  });

  test("executes each request without a key, and each caller's own", async () => {
    const key = newKey();
    await Promise.all([post(undefined), post(undefined), post(key), post(key, ASKED, "bob")]);
    expect(executions).toBe(4);
  });

  test("refuses another body, while the first runs, after it, and after it failed", async () => {
    const key = newKey();
    let fail = () => {};
    next = [() => new Promise((_, reject) => (fail = () => reject(new Error("hunter2"))))];
    const first = post(key);
    await vi.waitFor(() => expect(executions).toBe(1));
    expect(codeOf(await post(key, "{}"))).toBe("acme_idempotency_conflict");
    fail();
    expect((await first).status).toBe(500);
    expect(codeOf(await post(key, "{}"))).toBe("acme_idempotency_conflict");
    expect((await post(key)).status).toBe(201);
    const refused = await post(key, "{}");
    expect([refused.status, codeOf(refused)]).toEqual([409, "acme_idempotency_conflict"]);
    expect(executions).toBe(2);
  });

  test("gives who waits the first failure, and executes for the next", async () => {
    const key = newKey();
    let fail = () => {};
    next = [() => new Promise((_, reject) => (fail = () => reject(new TypeError("hunter2"))))];
    const first = post(key);
    await vi.waitFor(() => expect(executions).toBe(1));
    const waiting = [post(key), post(key)];
    // Waits until each of them has asked for the row once.
    const asked = vi.spyOn(db, "query");
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(3));
    asked.mockRestore();
    fail();
    const answers = (await Promise.all([first, ...waiting])).map(again);
    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect([answers[0]?.status, answers[0]?.retry[0]]).toEqual([500, "true"]);
    expect((await post(key)).status).toBe(201);
    expect([executions, reports.length]).toEqual([2, 1]);
  });

  test.each<[status: number, executions: number, thrown: () => unknown]>([
    [404, 1, () => acme.error("harness_not_found")],
    [400, 1, () => acme.error("invalid_input", { param: "input" })],
    [409, 2, () => acme.error("acme_conflict")],
    [429, 2, () => acme.error("rate_limited", { retryAfter: 3 })],
    [503, 2, () => acme.error("acme_unavailable", { retryAfter: 2 })],
    [500, 2, () => undefined],
  ])("after a %i, a repeated request makes %i executions", async (status, count, thrown) => {
    const key = newKey();
    const fail = () => {
      throw thrown();
    };
    next = [fail, fail];
    const [first, second] = [await post(key), await post(key)];
    expect([first.status, second.status, executions, reports.length]).toEqual([status, status, count, count]);
    if (count === 1) expect(again(second)).toEqual(again(first));
  });

  test("executes once after a process that died", async () => {
    const key = newKey();
    const dead = { caller: "ann", key, method: "POST", path: "/v1/responses", body: Buffer.from(ASKED) };
    const save = await begin(db, dead, 60_000);
    if (typeof save !== "function") throw new Error("the key was taken");
    await db.query("update idempotency set held_until = now() where key = $1", [key]);
    expect(codeOf(await post(key, "{}"))).toBe("acme_idempotency_conflict");
    await db.query("update idempotency set held_until = now() + interval '1 minute' where key = $1", [key]);
    const waiting = Array.from({ length: 20 }, () => post(key));
    await db.query("update idempotency set held_until = now() where key = $1", [key]);
    const answers = (await Promise.all(waiting)).map(again);
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect([answers[0]?.status, executions]).toEqual([201, 1]);
    // The first attempt was alive after all, but its result does not replace the stored one.
    const late = await save({ status: 201, headers: {}, body: Buffer.from("late") });
    expect(Buffer.from(late?.body ?? []).toString()).toBe(answers[0]?.body);
  });

  test.each(["succeeds", "fails"])("goes on after its client has left, and %s", async (how) => {
    const key = newKey();
    let finish = () => {};
    next = [
      () =>
        new Promise((resolve, reject) => {
          finish = () => (how === "fails" ? reject(new Error("hunter2")) : resolve({ id: "first" }));
        }),
    ];
    const leaving = requestOf(`${url}/v1/responses`, { method: "POST", headers: headersOf(key, "ann") });
    leaving.on("error", () => {}).end(ASKED);
    await vi.waitFor(() => expect(executions).toBe(1));
    const closed = new Promise((resolve) => leaving.once("close", resolve));
    leaving.destroy();
    await closed;
    finish();
    const done = () =>
      db.query("select 1 from idempotency where key = $1 and (held_until <= now() or status = 201)", [key]);
    await vi.waitFor(async () => expect((await done()).rows.length).toBeGreaterThan(0));
    expect((await post(key)).status).toBe(201);
    expect(executions).toBe(how === "fails" ? 2 : 1);
  });

  test.each(["", " ", "x".repeat(256), "two words", "žluť"])("refuses the key %j", async (key) => {
    const refused = await post(Buffer.from(key).toString("latin1"));
    expect([refused.status, codeOf(refused), parseEnvelope(refused.body)?.error.param]).toEqual([
      400,
      "invalid_input",
      null,
    ]);
    expect(executions).toBe(0);
  });
});

test("renews the lease of a handler that takes longer", async () => {
  const keyed = { caller: "ann", key: newKey(), method: "POST", path: "/", body: Buffer.from(ASKED) };
  const save = await begin(db, keyed, 300);
  if (typeof save !== "function") throw new Error("the key was taken");
  const heldUntil = async () =>
    (await db.query<{ held_until: Date }>("select held_until from idempotency where key = $1", [keyed.key])).rows[0]
      ?.held_until;
  const before = await heldUntil();
  await vi.waitFor(async () => expect(await heldUntil()).not.toEqual(before), 5000);
  await save({ status: 200, headers: {}, body: Buffer.from("done") });
  expect(await begin(db, keyed)).toMatchObject({ status: 200 });
});

test("deletes what is older than a day", async () => {
  await db.query("update idempotency set held_until = now() - interval '2 days'");
  await db.query(PURGE);
  expect((await db.query("select 1 from idempotency")).rows).toEqual([]);
});
