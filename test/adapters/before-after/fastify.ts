import type { Contract } from "@uhp-errors/core";
import { uhp, uhpServerOptions } from "@uhp-errors/fastify";
import type { FastifyInstance } from "fastify";
import type { RunningDriver } from "../../conformance/drivers/driver.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import { FASTIFY_KITS, type FastifyKit } from "../../support/fastify.ts";
import type { Sent } from "../../support/http.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { type Item, observed, outcome } from "./item.ts";
import { ofCase } from "./shared.ts";

const FASTIFY: readonly DriverName[] = ["fastify4", "fastify5"];

/** An app with what `mount` adds to it. */
function onApp(
  what: string,
  expected: Item["expected"],
  mount: (app: FastifyInstance, kit: FastifyKit) => unknown,
  sent: Sent = {},
  { twice = false, shown = [] }: { readonly twice?: boolean; readonly shown?: readonly string[] } = {},
): Item {
  return {
    what,
    frameworks: FASTIFY,
    expected,
    observe: (framework, contract) =>
      observed(start(framework, mount, contract), async (url) => {
        if (twice) await outcome(url, sent);
        return outcome(url, sent, shown);
      }),
  };
}

async function start(
  framework: DriverName,
  mount: (app: FastifyInstance, kit: FastifyKit) => unknown,
  contract: Contract | undefined,
): Promise<RunningDriver> {
  const [, kit] = FASTIFY_KITS.find(([name]) => name === framework) ?? [];
  if (kit === undefined) throw new Error(`${framework} is no Fastify`);
  const options = contract === undefined ? {} : uhpServerOptions(contract);
  const app: FastifyInstance = kit.Fastify({ forceCloseConnections: true, ...options });
  if (contract !== undefined) await app.register(uhp, { contract });
  await mount(app, kit);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, server: app.server, close: () => app.close() };
}

function fail(): never {
  throw new Error(LEAKY_TEXT);
}

const oops = { type: "object", required: ["oops"], properties: { oops: { type: "string" } } };
const noted = { type: "object", properties: { note: { type: "string" } } };

/** Failures in a Fastify service that no code throws on purpose. */
export const FASTIFY_ITEMS: readonly Item[] = [
  ofCase(FASTIFY, "`throw new Error(…)` with a private text", "thrown.error"),
  ofCase(FASTIFY, "`throw undefined`", "thrown.undefined"),
  ofCase(
    FASTIFY,
    "an error of another service's SDK, with its status and headers",
    "upstream.SDK error with a status",
    {
      shown: { "set-cookie": "none" },
    },
  ),
  ofCase(FASTIFY, "an unknown route", "written.no-route"),
  ofCase(FASTIFY, "a known route by another method", "written.wrong-method", { shown: { allow: "`GET, HEAD`" } }),
  ofCase(FASTIFY, "a body that breaks its schema", "validated.required"),
  onApp(
    "the same with a `schemaErrorFormatter` of the app's",
    "400 `invalid_input`",
    (app) => {
      app.setSchemaErrorFormatter(() => new Error(LEAKY_TEXT));
      app.post("/", { schema: { body: oops } }, () => ({}));
    },
    { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" },
  ),
  onApp("a throw where a schema for responses knows no `error`", "500 `acme_internal_error`", (app) => {
    app.get("/", { schema: { response: { "5xx": noted } } }, fail);
  }),
  onApp("a throw where a schema for responses demands a field", "500 `acme_internal_error`", (app) => {
    app.get("/", { schema: { response: { "5xx": oops } } }, fail);
  }),
  onApp("a success that breaks its schema", "500 `acme_internal_error`", (app) => {
    app.get("/", { schema: { response: { 200: oops } } }, () => ({}));
  }),
  ofCase(FASTIFY, "a success that cannot be serialized", "unserialisable.big-integer"),
  onApp("a scope with an error handler of its own", "409 `acme_conflict`", (app) => {
    app.register(async (scope) => {
      scope.setErrorHandler((error, _request, reply) => reply.code(409).send({ message: String(error) }));
      scope.get("/", fail);
    });
  }),
  onApp("a throw after `reply.hijack()`", "500 `acme_internal_error`", (app) => {
    app.get("/", async (_request, reply) => {
      reply.hijack();
      await Promise.resolve();
      fail();
    });
  }),
  ofCase(FASTIFY, "a path that cannot be decoded (`frameworkErrors`)", "router.percent-escape"),
  onApp(
    "a parameter of 101 characters (`frameworkErrors`)",
    { fastify4: "404 `acme_route_not_found`", fastify5: "414 `acme_uri_too_long`" },
    (app) => app.get("/items/:id", () => ({})),
    { path: `/items/${"a".repeat(101)}` },
  ),
  onApp("an `onSend` hook that throws while an error is sent", "500 `acme_internal_error`", (app) => {
    app.addHook("onSend", async (_request, reply) => {
      if (reply.statusCode >= 400) fail();
    });
    app.get("/", fail);
  }),
  ofCase(FASTIFY, "JSON that does not parse", "body-parser.syntax"),
  ofCase(FASTIFY, "a body over the limit", "body-parser.too-large"),
  ofCase(FASTIFY, "@fastify/multipart: a file over the limit, read with `toBuffer`", "limit.upload"),
  onApp(
    "@fastify/multipart: a file over the limit, read as a stream",
    "413 `file_too_large`",
    async (app, kit) => {
      await app.register(kit.multipart, { limits: { fileSize: 1_000 } });
      app.post("/", async (request) => {
        for await (const _chunk of (await request.file())?.file ?? []);
        return { stored: true };
      });
    },
    {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=b" },
      body: `--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${"x".repeat(5_000)}\r\n--b--\r\n`,
    },
  ),
  onApp(
    "@fastify/rate-limit",
    "429 `rate_limited`",
    async (app, kit) => {
      await app.register(kit.rateLimit, { max: 1, timeWindow: 60_000 });
      app.get("/", () => ({}));
    },
    {},
    { twice: true },
  ),
  onApp(
    "@fastify/under-pressure",
    "503 `acme_unavailable` · retry-after: `7`",
    async (app, kit) => {
      const health = { healthCheck: async () => false, healthCheckInterval: 60_000 };
      await app.register(kit.underPressure, { ...health, retryAfter: 7 });
      app.get("/", () => ({}));
    },
    {},
    { shown: ["retry-after"] },
  ),
  onApp(
    "@fastify/jwt: a token that is none",
    "401 `invalid_credential`",
    async (app, kit) => {
      await app.register(kit.jwt, { secret: "not-a-real-secret" });
      app.get("/", { onRequest: (request) => request.jwtVerify() }, () => ({}));
    },
    { headers: { Authorization: "Bearer x" } },
  ),
  onApp("@fastify/sensible: `httpErrors.tooManyRequests(…)`", "429 `rate_limited`", async (app, kit) => {
    await app.register(kit.sensible);
    app.get("/", () => {
      throw app.httpErrors.tooManyRequests(LEAKY_TEXT);
    });
  }),
];
