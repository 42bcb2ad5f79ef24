import { createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/h3";
import { H3, serve } from "h3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acme } from "../../support/catalog.ts";

// Packages replace the global class, some after h3 has made its own from the first: @hono/node-server does, when it is loaded.
const first = globalThis.Response;
class Replaced extends first {}

beforeAll(() => {
  globalThis.Response = Replaced;
});
afterAll(() => {
  globalThis.Response = first;
});

describe("where something has replaced the global Response, h3", () => {
  const app = new H3();
  install(app, createContract(acme, { onError: () => {} }));
  app.get("/json", () => ({ a: 1 }));
  app.get("/none", (event) => {
    event.res.status = 204;
    return "";
  });
  app.get("/own", () => new Response("own", { status: 201, headers: { "x-own": "1" } }));
  app.get("/thrown", () => {
    throw acme.error("acme_teapot");
  });
  const server = serve(app, { port: 0, hostname: "127.0.0.1", silent: true });
  beforeAll(() => void server.ready());
  afterAll(() => server.close(true));

  test.each([
    ["/json", 200, '{"a":1}'],
    ["/none", 204, ""],
    ["/own", 201, "own"],
    ["/thrown", 418, expect.stringContaining('"code":"acme_teapot"')],
    ["/nowhere", 404, expect.stringContaining('"code":"acme_route_not_found"')],
  ])("answers %s as ever", async (path, status, body) => {
    await server.ready();
    const response = await fetch(`${server.url}${path.slice(1)}`);
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(response.headers.get("uhp-version")).toBe("2026-10-04");
  });
});
