import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { audits } from "@uhp-errors/conformance";
import { expectContractError } from "@uhp-errors/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocksOf } from "../packaging/docs-code/blocks.ts";

const folder = fileURLToPath(new URL("documented/", import.meta.url));

/** Runs a whole program of docs/adapters.md. @param exporting What the program exports, by which it is found. */
async function programThat(exporting: string): Promise<Record<string, unknown>> {
  const block = blocksOf("docs/adapters.md").find(({ code }) => code.includes(exporting));
  const file = `${folder}${exporting.replaceAll(/\W+/g, "-")}.ts`;
  writeFileSync(file, (block?.code ?? "").replace("listen(3000)", "listen(0)"));
  return (await import(file)) as Record<string, unknown>;
}

/** Sends a request with a path of the service. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

let server: Server;
const senders = new Map<string, Send>();

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  ({ server } = (await programThat("export const server")) as { server: Server });
  if (!server.listening) await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  senders.set("Node", (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
  const { handler } = (await programThat("export const handler")) as { handler(request: Request): Promise<Response> };
  senders.set("the fetch standard", (path, init) => handler(new Request(`http://127.0.0.1:1${path}`, init)));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  server.close();
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
