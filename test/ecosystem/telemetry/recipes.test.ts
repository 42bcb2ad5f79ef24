import { readdirSync, readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { Controller, Get, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { createTransport, flush, init } from "@sentry/node";
import { createContract, type OnError } from "@uhp-errors/core";
import { install as installExpress } from "@uhp-errors/express";
import { uhp as uhpForFastify } from "@uhp-errors/fastify";
import { install as installKoa } from "@uhp-errors/koa";
import { UhpModule } from "@uhp-errors/nestjs";
import { uhp } from "@uhp-errors/web";
import express from "express";
import { fastify } from "fastify";
import Koa from "koa";
import { pino } from "pino";
import { register } from "prom-client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createLogger, transports } from "winston";
import { acme } from "../../support/catalog.ts";
import { send } from "../../support/http.ts";
import { requests, withTenant } from "./recipes/async-store.ts";
import { toPino } from "./recipes/pino.ts";
import { toPrometheus } from "./recipes/prometheus.ts";
import { toSentry } from "./recipes/sentry.ts";
import { toWinston } from "./recipes/winston.ts";

const RECIPES = new URL("recipes/", import.meta.url);

test.each(readdirSync(RECIPES))("the page shows the recipe %s as it is run", (file) => {
  const page = readFileSync(new URL("../../../docs/telemetry.md", import.meta.url), "utf8");
  const code = readFileSync(new URL(file, RECIPES), "utf8");
  // The examples on the page leave out their imports from core.
  expect(page).toContain(code.replace(/^import .* from "@uhp-errors\/core";\n/m, "").trim());
});

const SECRET = "Bearer hunter2";

/** Serves an Express app under the contract, passes its errors to a recipe, and requests each path. */
async function ask(onError: OnError, ...paths: readonly string[]): Promise<void> {
  const app = express();
  installExpress(app, createContract(acme, { onError }));
  app.get("/v1/harnesses/:id", (request) => {
    if (request.params.id === "gone") throw acme.error("harness_not_found");
    throw new TypeError("no row", { cause: new Error("disk") });
  });
  await served(app, async (url) => {
    for (const path of paths) await send(url, { path, headers: { authorization: SECRET } });
  });
}

async function served(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).finally(() => server.close());
}

/** A destination of logs that keeps the lines. */
function kept(): { readonly lines: string[]; readonly stream: Writable } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, stream };
}

const loggers = {
  pino: (stream: Writable) => toPino(pino(stream)),
  winston: (stream: Writable) => toWinston(createLogger({ transports: [new transports.Stream({ stream })] })),
} as const;

describe.each(Object.entries(loggers))("%s", (name, make) => {
  test("logs a line for each error, with its stack and without the request's headers", async () => {
    const { lines, stream } = kept();
    await ask(make(stream), "/v1/harnesses/gone", "/v1/harnesses/17");
    const [first, second, ...others] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(others).toEqual([]);
    const levels = name === "pino" ? [30, 50] : ["info", "error"];
    expect([first?.["level"], second?.["level"]]).toEqual(levels);
    expect(first).toMatchObject({ code: "harness_not_found", status: 404, route: "/v1/harnesses/:id" });
    expect(second).toMatchObject({ code: "acme_internal_error", path: "/v1/harnesses/17", outcome: "answered" });
    expect(lines[1]).toContain("TypeError: no row\\n    at ");
    expect(lines.join("")).not.toContain("hunter2");
  });
});

test("Sentry gets failures of the server, and nothing else", async () => {
  const envelopes: string[] = [];
  init({
    dsn: "https://public@sentry.test/1",
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        envelopes.push(String(body));
        return {};
      }),
  });
  await ask(toSentry, "/v1/harnesses/gone", "/v1/harnesses/17", "/nowhere");
  await flush(20_000);
  const events = envelopes.flatMap((envelope) =>
    envelope.split("\n").flatMap((line) => {
      const item = JSON.parse(line) as {
        readonly exception?: { readonly values: readonly object[] };
        readonly tags?: object;
        readonly extra?: object;
      };
      return item.exception === undefined ? [] : [item];
    }),
  );
  expect(events).toHaveLength(1);
  expect(events[0]?.tags).toMatchObject({ code: "acme_internal_error", route: "/v1/harnesses/:id" });
  expect(events[0]?.exception?.values).toMatchObject([{ type: "TypeError", value: "no row" }]);
  expect(events[0]?.extra).toMatchObject({ causes: [{ name: "Error", message: "disk" }] });
});

test("prom-client counts by code, under the names that OpenTelemetry's exporter for Prometheus gives", async () => {
  await ask(toPrometheus, "/v1/harnesses/gone", "/v1/harnesses/other", "/nowhere/17");
  const lines = (await register.metrics()).split("\n").filter((line) => line.startsWith("uhp_server_errors_total"));
  const rest = 'uhp_error_outcome="answered"';
  expect(lines.sort()).toEqual([
    `uhp_server_errors_total{error_type="acme_internal_error",http_response_status_code="500",http_route="/v1/harnesses/:id",${rest},uhp_error_origin="unknown",uhp_protocol_version="2026-10-04"} 1`,
    `uhp_server_errors_total{error_type="acme_route_not_found",http_response_status_code="404",http_route="_OTHER",${rest},uhp_error_origin="recognized",uhp_protocol_version="2026-10-04"} 1`,
    `uhp_server_errors_total{error_type="harness_not_found",http_response_status_code="404",http_route="/v1/harnesses/:id",${rest},uhp_error_origin="catalog",uhp_protocol_version="2026-10-04"} 1`,
  ]);
});

/** A service's own failure, some time after the handler opened its store. */
async function fail(): Promise<never> {
  await new Promise((resolve) => setImmediate(resolve));
  throw new Error("x");
}

const contract = createContract(acme, { onError: withTenant });
const store = { tenant: "acme" };

/** For each framework, the place where the docs open a store. */
const STORES: Readonly<Record<string, (use: (listener: RequestListener) => Promise<void>) => Promise<void>>> = {
  async express(use) {
    const app = express();
    installExpress(app, contract);
    app.use((_request, _response, next) => requests.run(store, next));
    app.get("/thrown", fail);
    await use(app);
  },
  async koa(use) {
    const app = new Koa();
    installKoa(app, contract);
    app.use((ctx) => (ctx.path === "/thrown" ? fail() : undefined));
    const handle = app.callback();
    await use((request, response) => requests.run(store, () => void handle(request, response)));
  },
  async fastify(use) {
    const app = fastify();
    await app.register(uhpForFastify, { contract });
    app.addHook("onRequest", (_request, _reply, done) => requests.run(store, done));
    app.get("/thrown", fail);
    await app.ready();
    await use((request, response) => app.routing(request, response));
  },
  async nest(use) {
    // Node does not read decorators, so this calls them by hand.
    class Routes {}
    const descriptor = { value: fail };
    Object.defineProperty(Routes.prototype, "thrown", descriptor);
    Get("thrown")(Routes.prototype, "thrown", descriptor);
    Controller()(Routes);
    class Root {}
    Module({ imports: [UhpModule.forRoot({ contract })], controllers: [Routes] })(Root);
    const adapter = new ExpressAdapter();
    const app = await NestFactory.create(Root, adapter, { logger: false });
    app.use((_request: unknown, _response: unknown, next: () => void) => requests.run(store, next));
    await app.init();
    await use(adapter.getInstance());
    await app.close();
  },
};

describe("a store of AsyncLocalStorage", () => {
  const printed: unknown[][] = [];
  const spy = () => vi.spyOn(console, "error").mockImplementation((...told) => void printed.push(told));
  afterEach(() => {
    vi.restoreAllMocks();
    printed.length = 0;
  });

  test.each(Object.entries(STORES))("is available in onError, on %s", async (_, serve) => {
    spy();
    await serve((listener) =>
      served(listener, async (url) => {
        for (const path of ["/thrown", "/nowhere"]) await send(url, { path });
      }),
    );
    expect(printed).toEqual([
      ["acme_internal_error", "acme"],
      ["acme_route_not_found", "acme"],
    ]);
  });

  test("is available in onError, in a fetch handler", async () => {
    spy();
    const handler = uhp(contract, fail);
    await requests.run(store, () => handler(new Request("https://acme.example/thrown")));
    expect(printed).toEqual([["acme_internal_error", "acme"]]);
  });
});
