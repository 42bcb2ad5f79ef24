import type { RequestListener } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { createClient, isTimeoutError } from "@uhp-errors/client";
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { serving } from "../../support/serving.ts";
import { withResolvers } from "../../support/with-resolvers.ts";

/** A server that responds with exactly these bytes. */
async function raw(answer: Buffer): Promise<{ readonly url: string; connections(): number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
}

test.each([
  ["letters of another script", Buffer.from("Успех")],
  ["a control character", Buffer.from("OK\u0001")],
  ["bytes of Latin 1", Buffer.from("d\u00e9j\u00e0", "latin1")],
])("a success whose status line has %s is a success, and is requested once", async (_, reason) => {
  const head = Buffer.from("\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
  const { url, connections } = await raw(Buffer.concat([Buffer.from("HTTP/1.1 200 "), reason, head]));
  const client = createClient({ baseUrl: url });
  expect(await client.json("/v1/responses", { method: "POST", body: "{}" })).toEqual({});
  expect(connections()).toBe(1);
});

test("a redirect is followed only if the caller says so, and the response then says where it came from", async () => {
  const asked: string[] = [];
  const url = await serving((request, response) => {
    asked.push(`${request.url}`);
    if (request.url === "/v1/old") response.writeHead(302, { location: "/v1/new" }).end();
    else response.end("{}");
  });
  const client = createClient({ baseUrl: url });
  await expect(client.fetch("/v1/old")).rejects.toMatchObject({ name: "UnexpectedResponseError", status: 302 });
  expect(asked).toEqual(["/v1/old"]);
  const followed = await client.fetch("/v1/old", { redirect: "follow" });
  expect([followed.url, followed.redirected, await followed.text()]).toEqual([`${url}/v1/new`, true, "{}"]);
});

test("a status outside HTTP's range is not a response of the contract, and is requested once", async () => {
  let asked = 0;
  const baseUrl = await serving((_request, response) => {
    asked += 1;
    response.writeHead(999).end("Denied.");
  });
  const client = createClient({ baseUrl });
  const answer = client.fetch("/v1/responses", { method: "POST", body: "{}" });
  await expect(answer).rejects.toMatchObject({ name: "UnexpectedResponseError", status: 999, excerpt: "Denied." });
  expect(asked).toBe(1);
});

test("an application's mocks of Node's fetch work with the client", async () => {
  const usual = getGlobalDispatcher();
  const mocks = new MockAgent();
  setGlobalDispatcher(mocks);
  onTestFinished(async () => {
    setGlobalDispatcher(usual);
    await mocks.close();
  });
  const pool = mocks.get("http://api.acme.example");
  pool.intercept({ path: "/v1/responses", method: "POST", body: '{"a":1}' }).reply(200, { ok: true });
  const client = createClient({ baseUrl: "http://api.acme.example", maxAttempts: 1 });
  expect(await client.json("/v1/responses", { method: "POST", body: '{"a":1}' })).toEqual({ ok: true });
});

/** The dispatcher that Node's fetch sends through. An application may replace it. */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

interface Dispatcher {
  dispatch(options: object, handler: object): boolean;
}

/** Replaces Node's dispatcher with one that gives up on a silent server at once, unless it is configured otherwise. */
function impatient(): object[] {
  const usual = Reflect.get(globalThis, DISPATCHER) as Dispatcher;
  const dispatched: object[] = [];
  const short = {
    dispatch(options: object, handler: object) {
      dispatched.push(options);
      return usual.dispatch({ headersTimeout: 50, bodyTimeout: 50, ...options }, handler);
    },
  };
  Reflect.set(globalThis, DISPATCHER, short);
  onTestFinished(() => void Reflect.set(globalThis, DISPATCHER, usual));
  return dispatched;
}

test("Node's own limits of silence do not end a task; the client's do", async () => {
  const [headLimited, bodyLimited] = [withResolvers<void>(), withResolvers<void>()];
  const listener: RequestListener = async (request, response) => {
    if (request.url === "/nothing") return;
    if (request.url === "/half") return void response.write(" ");
    await headLimited.promise;
    response.write(" ");
    await bodyLimited.promise;
    response.end("{}");
  };
  const url = await serving(listener);
  const dispatched = impatient();
  const client = createClient({ baseUrl: url, maxAttempts: 1 });
  /** Proves that the limits have an effect. The task is silent for longer. */
  const limited = async () => {
    await expect(fetch(`${url}/nothing`)).rejects.toThrow("fetch failed");
    headLimited.resolve();
    for (let time = 0; time < 2; time += 1) {
      await expect(fetch(`${url}/half`).then((answer) => answer.text())).rejects.toThrow("terminated");
    }
    bodyLimited.resolve();
  };
  const [task, thrown] = await Promise.all([
    client.json("/v1/responses", { method: "POST", body: "{}" }),
    client.json("/nothing", { timeoutMs: 100 }).catch((reason: unknown) => reason),
    limited(),
  ]);
  expect(task).toEqual({});
  expect(isTimeoutError(thrown)).toBe(true);
  expect(dispatched).toHaveLength(5);
});

test("a dispatcher from the caller is used as it is", async () => {
  const url = await serving((_request, response) => void response.end("{}"));
  const usual = Reflect.get(globalThis, DISPATCHER) as Dispatcher;
  const seen: object[] = [];
  const dispatcher: Dispatcher = {
    dispatch(options, handler) {
      seen.push(options);
      return usual.dispatch(options, handler);
    },
  };
  const init = { dispatcher } as object;
  expect(await createClient({ baseUrl: url }).json("/v1/x", init)).toEqual({});
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toHaveProperty("bodyTimeout", 0);
});
