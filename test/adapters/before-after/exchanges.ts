import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Controller, Get } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { type Contract, createContract } from "@uhp-errors/core";
import { install as installOnExpress } from "@uhp-errors/express";
import { uhp, uhpServerOptions } from "@uhp-errors/fastify";
import { install as installOnHono } from "@uhp-errors/hono";
import { install as installOnKoa } from "@uhp-errors/koa";
import { UhpModule } from "@uhp-errors/nestjs";
import { decorate } from "@uhp-errors/reference-service/decorate";
import axios from "axios";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import type { RunningDriver } from "../../conformance/drivers/driver.ts";
import { listen } from "../../conformance/drivers/listen.ts";
import { acme } from "../../support/catalog.ts";
import { sendBytes } from "../../support/http.ts";
import { observed } from "./item.ts";

/** One failure on one framework: the bytes that the client got without the contract, and those with it. */
export interface Exchange {
  readonly framework: string;
  readonly before: string;
  readonly after: string;
}

type Start = (billing: string, contract: Contract | undefined) => Promise<RunningDriver>;

/** Services whose one route calls another service and catches nothing. They run as in production, so that Express sends no stacks. */
const SERVICES: Readonly<Record<string, Start>> = {
  Express: (billing, contract) => {
    const app = express();
    app.set("env", "production");
    if (contract !== undefined) installOnExpress(app, contract);
    app.get("/", async (_request, response) => void response.json((await axios.get(billing)).data));
    return listen(app);
  },
  Koa: (billing, contract) => {
    const app = new Koa();
    app.silent = true;
    if (contract !== undefined) installOnKoa(app, contract);
    app.use(async (context) => {
      context.body = (await axios.get(billing)).data;
    });
    return listen(app.callback());
  },
  Fastify: async (billing, contract) => {
    const app = Fastify({ forceCloseConnections: true, ...(contract && uhpServerOptions(contract)) });
    if (contract !== undefined) await app.register(uhp, { contract });
    app.get("/", async () => (await axios.get(billing)).data);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    return { url, server: app.server, close: () => app.close() };
  },
  Hono: (billing, contract) => {
    const app = new Hono();
    if (contract !== undefined) installOnHono(app, contract);
    app.get("/", async (c) => c.json((await axios.get(billing)).data));
    // The listener would replace Node's own classes for the whole process.
    return listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  },
  NestJS: async (billing, contract) => {
    class Invoices {
      async all(): Promise<unknown> {
        return (await axios.get(billing)).data;
      }
    }
    decorate(Invoices, [Controller()], { all: { method: [Get()] } });
    const imports = contract === undefined ? [] : [UhpModule.forRoot({ contract })];
    const app = await NestFactory.create({ module: class {}, imports, controllers: [Invoices] }, { logger: false });
    await app.listen(0, "127.0.0.1");
    return { url: await app.getUrl(), server: app.getHttpServer(), close: () => app.close() };
  },
};

/** The same in every run. */
const CORRELATION_ID = "becf513e-67a6-415e-8929-9dd0148992ec";

/** Fields that say nothing about the failure. */
const LEFT_OUT = /^(?:date|connection|keep-alive|content-length|transfer-encoding|vary|etag|x-powered-by):/i;

/**
 * Calls another service with axios, which throws because the key is refused. No handler catches that error. Returns what the client of each
 * framework gets.
 */
export async function exchanges(): Promise<readonly Exchange[]> {
  const upstream = createServer((_request, response) => {
    response.writeHead(401, { "Content-Type": "application/json" }).end('{"message":"The API key has expired."}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
  const billing = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/invoices`;
  try {
    const all: Exchange[] = [];
    // Frameworks print uncaught errors.
    const print = console.error;
    console.error = () => {};
    for (const [framework, start] of Object.entries(SERVICES)) {
      const contract = createContract(acme, { correlationId: () => CORRELATION_ID, onError: () => {} });
      const before = await answerOf(start(billing, undefined));
      all.push({ framework, before, after: await answerOf(start(billing, contract)) });
    }
    console.error = print;
    return all;
  } finally {
    upstream.close();
  }
}

async function answerOf(start: Promise<RunningDriver>): Promise<string> {
  return observed(start, async (url) =>
    shown(await sendBytes(url, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")),
  );
}

/** A response without the fields that say nothing about the failure, and without the lengths of chunks. */
function shown(message: string): string {
  const [head = "", ...rest] = message.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const isChunked = /^transfer-encoding: chunked$/im.test(head);
  const text = isChunked ? body.replace(/^[\da-f]+\r\n/i, "").replace(/\r\n0\r?\n?(?:\r\n)*$/, "") : body;
  const fields = head.split("\r\n").filter((line) => !LEFT_OUT.test(line));
  return `${fields.join("\n")}\n\n${text.trim()}`;
}
