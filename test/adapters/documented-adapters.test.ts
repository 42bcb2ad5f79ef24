import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { audits } from "@uhp-errors/conformance";
import { type Contract, createContract, defineCatalog, type EventStream, parseEnvelope } from "@uhp-errors/core";
import { expectContractError } from "@uhp-errors/testing";
import polka from "polka";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CASES } from "../conformance/cases/index.ts";
import type { Driver, Handler, Io } from "../conformance/drivers/driver.ts";
import { listen } from "../conformance/drivers/listen.ts";
import { eventsOf, RESPONSE, type Run, streaming } from "../conformance/streaming.ts";
import { checkCase } from "../support/check-case.ts";
import { during, serve } from "../support/drivers.ts";
import { send } from "../support/http.ts";
import { observing } from "../support/observed.ts";
import { sharedServer } from "../support/shared-server.ts";
import * as onFetch from "./own-adapter/fetch.ts";
import * as onPolka from "./own-adapter/polka.ts";
import { POLKA_DRIVER } from "./own-adapter/polka-service.ts";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { appliesTo: ({ path }) => path !== "/health", onError: () => {} });

const app = polka();
onPolka.install(app, contract);
app.get("/health", (_request, response) => void response.end("ok"));
app.get("/v1/orders", (_request, response) => void response.end("[]"));
app.get("/v1/broken", () => {
  throw acme.error("session_busy");
});
const server = createServer((request, response) => void app.handler(request as never, response, undefined as never));
onPolka.attach(server, contract);

const broken = () => {
  throw acme.error("session_busy");
};
const byPath = { "/health": () => new Response("ok"), "/v1/orders": () => new Response("[]"), "/v1/broken": broken };
const handle = onFetch.adapter(
  contract,
  new Map(Object.entries(byPath).map(([path, handler]) => [path, new Map([["GET", handler]])])),
);

/** Sends a request with a path of the service. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

const senders = new Map<string, Send>();

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  senders.set("Polka", (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
  senders.set("the fetch standard", (path, init) => handle(new Request(`http://127.0.0.1:1${path}`, init)));
});
afterAll(() => void server.close());

test.each(["polka", "fetch"])("the page shows own-adapter/%s.ts as it is run", (name) => {
  const page = readFileSync(new URL("../../docs/contributors/adapters.md", import.meta.url), "utf8");
  expect(page).toContain(readFileSync(new URL(`own-adapter/${name}.ts`, import.meta.url), "utf8"));
});

describe.each(["Polka", "the fetch standard"])("the documented adapter on %s", (name) => {
  const send: Send = (path, init) => (senders.get(name) as Send)(path, init);
  test("breaks no MUST of the specification", async () => {
    const routes = { success: "GET /v1/orders", wrongMethod: "DELETE /v1/orders" } as const;
    const list = audits({
      url: "http://127.0.0.1:1",
      routes,
      fetch: (url, init) => send(new URL(String(url)).pathname, init),
    });
    const outcomes: [string, string][] = [];
    for (const audit of list) outcomes.push([`${audit.id} ${audit.level}`, (await audit.run()).status]);
    expect(outcomes.filter(([id, status]) => status === "fail" && id.endsWith("MUST"))).toEqual([]);
    expect(outcomes.filter(([, status]) => status === "pass").length).toBeGreaterThan(15);
  });

  test("answers what a handler throws, an unknown address and a wrong method", async () => {
    await expectContractError(send("/v1/broken"), "session_busy");
    await expectContractError(send("/v1/nowhere"), "acme_route_not_found", { status: 404 });
    const refused = await send("/v1/orders", { method: "DELETE" });
    await expectContractError(refused, "acme_method_not_allowed", { status: 405 });
    expect(refused.headers.get("allow")).toMatch(/^GET/);
  });

  test("keeps a success, and leaves alone what the contract does not apply to", async () => {
    const success = await send("/v1/orders");
    expect([await success.text(), success.headers.has("x-request-id")]).toEqual(["[]", true]);
    const health = await send("/health");
    expect([await health.text(), health.headers.has("x-request-id")]).toEqual(["ok", false]);
  });
});

describe("Polka with the documented adapter", () => {
  const driver = { ...POLKA_DRIVER, name: "polka", startMounted: () => Promise.reject(new Error("not needed")) };
  const polkas = driver as unknown as Driver;
  const run = sharedServer(polkas);
  for (const example of CASES) {
    const check = () => run(example, (url, reports) => checkCase(example, url, () => reports));
    if (example.id in POLKA_DRIVER.knownFailing) test.fails(`${example.id}: ${example.title}`, check);
    else test(`${example.id}: ${example.title}`, check);
  }

  const whole = (io: Io) => io.reply(200, { principal: io.principal() });
  test.each([
    ["Bearer good", 200, undefined],
    ["Bearer other", 401, "invalid_credential"],
    [undefined, 401, "missing_credential"],
  ])("asks for a token, and gets %s", async (authorization, status, code) => {
    const verify = (token: string) => token === "good" && { name: "Ada" };
    const use = async (url: string) => {
      const received = await send(url, {
        path: "/case",
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([received.status, parseEnvelope(received.body)?.error.code]).toEqual([status, code]);
      if (code === undefined) expect(received.body).toBe('{"principal":{"name":"Ada"}}');
    };
    await serve(polkas, whole, use, {}, verify);
  });

  test.each([
    ["the stream", (events: EventStream) => events.fail(new Error("x"))],
    ["the handler", () => Promise.reject(new Error("x"))],
  ])("ends a stream with its last events if %s fails", async (_who, fail) => {
    const run: Run = async (events) => {
      await events.send({ type: "response.created", response: RESPONSE });
      await fail(events);
    };
    await streaming(polkas, run, async (url, reports) => {
      const { body } = await send(url, { path: "/case" });
      expect(eventsOf(body).map(({ type }) => type)).toEqual(["response.created", "error", "response.failed"]);
      expect(reports).toMatchObject([{ outcome: "streamed", code: "acme_internal_error" }]);
    });
  });

  test("answers what a listener fails with, and passes on the id of a request", async () => {
    const contractOfOne = createContract(acme, { onError: () => {} });
    const one = polka();
    onPolka.install(one, contractOfOne);
    one.get("/late", (request, response) => {
      response.setHeader("x-passed-on", onPolka.traceHeaders(contractOfOne, request, response)["x-request-id"] ?? "");
      setImmediate(() => onPolka.sendError(contractOfOne, acme.error("session_busy"), request, response));
    });
    await during(
      await listen((...pair) => void one.handler(...(pair as unknown as Parameters<typeof one.handler>))),
      async (url) => {
        const { status, headers } = await send(url, { path: "/late" });
        expect([status, headers["x-passed-on"]]).toEqual([409, headers["x-request-id"]]);
      },
    );
  });

  const sentAsBefore: Readonly<Record<string, readonly [Handler, path: string, code: string, version?: string]>> = {
    "a success": [(io) => io.reply(200, "ok"), "/case", ""],
    "a version that is not served": [
      (io) => io.reply(200, "ok"),
      "/case",
      "unsupported_protocol_version",
      "1999-01-01",
    ],
    "a thrown error": [() => Promise.reject(acme.error("session_busy")), "/case", "session_busy"],
    "an error that was written": [(io) => io.reply(503, "down"), "/case", "acme_unavailable"],
    "an unknown address": [() => {}, "/nowhere", "acme_route_not_found"],
  };
  test.each(Object.entries(sentAsBefore))("only reports %s", async (_what, [handler, path, code, version]) => {
    const bytes = async (contract: Contract | undefined) =>
      during(await polkas.start(contract, handler), async (url) => {
        const headers = version === undefined ? {} : { "UHP-Version": version };
        const {
          status,
          body,
          headers: { date: _date, ...fields },
        } = await send(url, { path, headers });
        return { status, body, fields };
      });
    const { contract, reports } = observing();
    expect(await bytes(contract)).toEqual(await bytes(undefined));
    expect(reports.map((report) => report.code)).toEqual(code === "" ? [] : [code]);
  });
});
