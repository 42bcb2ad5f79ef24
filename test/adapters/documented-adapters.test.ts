import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { audits } from "@uhp-errors/conformance";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { attach } from "@uhp-errors/node";
import { expectContractError } from "@uhp-errors/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as onFetch from "./own-adapter/fetch.ts";
import * as onNode from "./own-adapter/node.ts";

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { appliesTo: ({ path }) => path !== "/health", onError: () => {} });

/** A service with each kind of handler, by path. */
function routesOf<Handler>(health: Handler, orders: Handler, broken: Handler) {
  const byPath = Object.entries({ "/health": health, "/v1/orders": orders, "/v1/broken": broken });
  return new Map(byPath.map(([path, handler]) => [path, new Map([["GET", handler]])]));
}

const server = createServer(
  onNode.adapter(
    contract,
    routesOf<(request: IncomingMessage, response: ServerResponse) => unknown>(
      (_request, response) => response.end("ok"),
      (_request, response) => response.end("[]"),
      (_request, response) => {
        response.setHeader("Access-Control-Allow-Origin", "*");
        throw acme.error("session_busy");
      },
    ),
  ),
);
attach(server, contract);

const handle = onFetch.adapter(
  contract,
  routesOf<() => Response>(
    () => new Response("ok"),
    () => new Response("[]"),
    () => {
      throw acme.error("session_busy");
    },
  ),
);

/** Sends a request with a path of the service. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

const senders = new Map<string, Send>();

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  senders.set("Node", (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
  senders.set("the fetch standard", (path, init) => handle(new Request(`http://127.0.0.1:1${path}`, init)));
});
afterAll(() => void server.close());

test.each(["node", "fetch"])("the page shows own-adapter/%s.ts as it is run", (name) => {
  const page = readFileSync(new URL("../../docs/adapters.md", import.meta.url), "utf8");
  expect(page).toContain(readFileSync(new URL(`own-adapter/${name}.ts`, import.meta.url), "utf8"));
});

describe.each(["Node", "the fetch standard"])("the documented adapter on %s", (name) => {
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
    expect(refused.headers.get("allow")).toBe("GET");
  });

  test("keeps a success, and leaves alone what the contract does not apply to", async () => {
    const success = await send("/v1/orders");
    expect([await success.text(), success.headers.has("x-request-id")]).toEqual(["[]", true]);
    const health = await send("/health");
    expect([await health.text(), health.headers.has("x-request-id")]).toEqual(["ok", false]);
  });
});

test("the documented adapter on Node keeps a header of CORS on an error", async () => {
  const response = await (senders.get("Node") as Send)("/v1/broken");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  await response.arrayBuffer();
});
