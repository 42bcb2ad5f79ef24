import { createContract, type ErrorReport } from "@uhp-errors/core";
import { install as installExpress } from "@uhp-errors/express";
import { uhp as uhpFastify } from "@uhp-errors/fastify";
import { install as installH3 } from "@uhp-errors/h3";
import { install as installHono } from "@uhp-errors/hono";
import { install as installKoa } from "@uhp-errors/koa";
import { uhp } from "@uhp-errors/web";
import express from "express";
import { rateLimit } from "express-rate-limit";
import Fastify from "fastify";
import { H3 } from "h3";
import { Hono } from "hono";
import Koa from "koa";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { serving } from "../support/serving.ts";

type Contract = ReturnType<typeof createContract>;

/** Answers one request with what another service at an address sent. */
type Copying = (contract: Contract, address: string) => Promise<Response> | Response;

/** Fields of a response as a handler copies them. Its length and its coding are those of its connection. */
function fieldsOf({ headers }: Response): Record<string, string> {
  const all = Object.fromEntries(headers);
  const { "content-length": _length, connection: _connection, "transfer-encoding": _coding, ...fields } = all;
  return fields;
}

const COPIES: Readonly<Record<string, Copying>> = {
  async "Express, with the fields"(contract, address) {
    const app = express();
    installExpress(app, contract);
    app.get("/rates", async (_request, response) => {
      const from = await fetch(address);
      response
        .status(from.status)
        .set(fieldsOf(from))
        .send(await from.text());
    });
    return fetch(`${await serving(app)}/rates`);
  },
  async "Koa, with the fields"(contract, address) {
    const app = new Koa();
    installKoa(app, contract);
    app.use(async (ctx) => {
      const from = await fetch(address);
      ctx.status = from.status;
      ctx.set(fieldsOf(from));
      ctx.body = await from.text();
    });
    return fetch(`${await serving(app.callback())}/rates`);
  },
  async "Fastify, with the fields"(contract, address) {
    const app = Fastify();
    await app.register(uhpFastify, { contract });
    app.get("/rates", async (_request, reply) => {
      const from = await fetch(address);
      return reply
        .code(from.status)
        .headers(fieldsOf(from))
        .send(await from.text());
    });
    await app.ready();
    return fetch(`${await serving((request, response) => app.routing(request, response))}/rates`);
  },
  Hono(contract, address) {
    const app = new Hono();
    installHono(app, contract);
    app.get("/rates", () => fetch(address));
    return app.request("/rates");
  },
  h3(contract, address) {
    const app = new H3({ silent: true });
    installH3(app, contract);
    app.get("/rates", () => fetch(address));
    return app.request("/rates");
  },
  "a fetch handler": (contract, address) => uhp(contract, () => fetch(address))(new Request("http://127.0.0.1/rates")),
};

describe.each(Object.entries(COPIES))("a copy of another service's answer by %s", (_how, copying) => {
  test.each([false, true])("is reported as one, at report only: %s", async (reportOnly) => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { reportOnly, onError: (report) => void reports.push(report) });
    const address = await serving((_request, response) => {
      response.writeHead(401, { "Content-Type": "application/json" }).end('{"message":"No token."}');
    });
    const response = await copying(contract, address);
    expect([response.status, (await response.text()).includes("No token.")]).toEqual([401, reportOnly]);
    await expect
      .poll(() => reports.map(({ misuse }) => misuse))
      .toEqual([expect.stringMatching(/^another service's response was passed on, .*"acme_upstream_error".* relay/)]);
  });
});

test.each([false, true])(
  "an answer below a limiter that sets Date is no copy, at report only: %s",
  async (reportOnly) => {
    const reports: ErrorReport[] = [];
    const app = express();
    installExpress(app, createContract(acme, { reportOnly, onError: (report) => void reports.push(report) }));
    app.use(rateLimit({ validate: false }));
    app.get("/orders", (_request, response) => {
      response.status(404).json({ message: "No order." });
    });
    const response = await fetch(`${await serving(app)}/orders`);
    expect([response.status, response.headers.has("x-ratelimit-reset")]).toEqual([404, true]);
    await response.text();
    await expect.poll(() => reports.map(({ code, misuse }) => [code, misuse])).toEqual([["acme_not_found", undefined]]);
  },
);
