import "reflect-metadata";
import { serve } from "@hono/node-server";
import { Controller, Get, Module, Req, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { type Contract, createContract } from "@uhp-errors/core";
import * as onExpress from "@uhp-errors/express";
import * as onFastify from "@uhp-errors/fastify";
import * as onH3 from "@uhp-errors/h3";
import * as onHono from "@uhp-errors/hono";
import * as onKoa from "@uhp-errors/koa";
import * as onNest from "@uhp-errors/nestjs";
import type { NestRequest, NestResponse } from "@uhp-errors/nestjs/internal";
import { decorate } from "@uhp-errors/reference-service/decorate";
import * as onWeb from "@uhp-errors/web";
import express from "express";
import fastify from "fastify";
import { H3, toNodeHandler } from "h3";
import { Hono } from "hono";
import Koa from "koa";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { send } from "../support/http.ts";

const PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** A service on each framework that responds with the headers that it would pass on. */
const SERVICES: Readonly<Record<string, (contract: Contract) => Promise<{ url: string; close(): Promise<unknown> }>>> =
  {
    express(contract) {
      const app = express();
      onExpress.install(app, contract);
      app.get("/", (request, response) => void response.json(onExpress.traceHeaders(contract, request, response)));
      return listen(app);
    },
    koa(contract) {
      const app = new Koa();
      onKoa.install(app, contract);
      app.use((ctx) => {
        ctx.body = onKoa.traceHeaders(contract, ctx);
      });
      return listen(app.callback());
    },
    async fastify(contract) {
      const app = fastify();
      await app.register(onFastify.uhp, { contract });
      app.get("/", async (request, reply) => onFastify.traceHeaders(contract, request, reply));
      return { url: await app.listen(), close: () => app.close() };
    },
    nestjs: (contract) => nest(contract),
    "nestjs on fastify": (contract) => nest(contract, new FastifyAdapter()),
    hono(contract) {
      const app = new Hono();
      onHono.install(app, contract);
      app.get("/", (c) => c.json(onHono.traceHeaders(contract, c)));
      return served(app.fetch);
    },
    h3(contract) {
      const app = new H3();
      onH3.install(app, contract);
      app.get("/", (event) => onH3.traceHeaders(contract, event));
      return listen(toNodeHandler(app));
    },
    web: (contract) => served(onWeb.uhp(contract, (request) => Response.json(onWeb.traceHeaders(contract, request)))),
  };

async function nest(contract: Contract, ...platform: [] | [FastifyAdapter]) {
  class Home {
    show(request: NestRequest, response: NestResponse & { send(body: object): void }): void {
      response.send(onNest.traceHeaders(contract, request, response));
    }
  }
  decorate(Home, [Controller()], { show: { method: [Get()], parameters: [Req(), Res()] } });
  class Root {}
  decorate(Root, [Module({ imports: [onNest.UhpModule.forRoot({ contract })], controllers: [Home] })]);
  const app = await NestFactory.create(Root, ...(platform as [FastifyAdapter]), { logger: false });
  await app.listen(0, "127.0.0.1");
  return { url: await app.getUrl(), close: () => app.close() };
}

async function served(fetch: (request: Request) => Response | Promise<Response>) {
  return new Promise<{ url: string; close(): Promise<unknown> }>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(closed)) }),
    );
  });
}

describe.each(Object.entries(SERVICES))("the headers to pass along, on %s,", (_name, start) => {
  async function sentAlong(headers: Record<string, string>, options = {}) {
    const { url, close } = await start(createContract(acme, { onError: () => {}, ...options }));
    onTestFinished(async () => void (await close()));
    const answer = await send(url, { headers });
    return { id: answer.headers["x-request-id"], along: JSON.parse(answer.body) as Record<string, string> };
  }

  test("have the id that the contract made", async () => {
    const { id, along } = await sentAlong({});
    expect(along).toEqual({ "x-request-id": id });
    expect(id).toMatch(/^[-\w]{30,}$/);
  });
  test("have the request's own id and trace, and no other header", async () => {
    const trace = { traceparent: PARENT, tracestate: "congo=t61rcWkgMzE" };
    const { along } = await sentAlong({ "x-request-id": "r-1", cookie: "sid=1", authorization: "Bearer t", ...trace });
    expect(along).toEqual({ "x-request-id": "r-1", ...trace });
  });
  test("have no malformed trace, and no id if the contract gives none", async () => {
    const { along } = await sentAlong({ traceparent: "00-xyz", tracestate: "a=b" }, { correlationId: false });
    expect(along).toEqual({});
  });
});
