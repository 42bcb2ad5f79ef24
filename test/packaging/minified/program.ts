import "reflect-metadata";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { serve as serveHono } from "@hono/node-server";
import { Controller, Get, Module, Param } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { recognizeDatabaseErrors } from "@uhp-errors/core/databases";
import { install as installOnExpress } from "@uhp-errors/express";
import { uhp as uhpForFastify } from "@uhp-errors/fastify";
import { install as installOnH3 } from "@uhp-errors/h3";
import { install as installOnHono } from "@uhp-errors/hono";
import { install as installOnKoa } from "@uhp-errors/koa";
import { UhpModule } from "@uhp-errors/nestjs";
import { uhp as uhpForFetch } from "@uhp-errors/web";
import express from "express";
import fastify from "fastify";
import { getRouterParam, H3, toNodeHandler } from "h3";
import { Hono } from "hono";
import Koa from "koa";
import { THROWN } from "./thrown.ts";

const contract = createContract(defineCatalog({ vendor: "acme" }), {
  correlationId: () => "test",
  recognize: [recognizeDatabaseErrors()],
  onError: () => {},
});

const handle = (name: string): unknown => THROWN[name]?.();

/** Starts a service that throws at `/a/<name>` the error of that name. */
type Start = () => Promise<{ readonly url: string; readonly stop: () => unknown }>;

async function listening(listener: RequestListener): ReturnType<Start> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

const nameIn = (path: string | undefined) => decodeURIComponent(path?.slice("/a/".length) ?? "");

class Items {
  get(name: string): unknown {
    return handle(name);
  }
}
Param("name")(Items.prototype, "get", 0);
Get(":name")(Items.prototype, "get", Object.getOwnPropertyDescriptor(Items.prototype, "get") as PropertyDescriptor);
Controller("a")(Items);

class Root {}
Module({ imports: [UhpModule.forRoot({ contract })], controllers: [Items] })(Root);

const SERVICES: Readonly<Record<string, Start>> = {
  express: () => {
    const app = express();
    installOnExpress(app, contract);
    app.get("/a/:name", (request) => handle(request.params.name));
    return listening(app);
  },
  koa: () => {
    const app = new Koa();
    installOnKoa(app, contract);
    app.use(({ path }) => handle(nameIn(path)));
    return listening(app.callback());
  },
  fastify: async () => {
    const app = fastify();
    await app.register(uhpForFastify, { contract });
    app.get<{ Params: { name: string } }>("/a/:name", async ({ params }) => handle(params.name));
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    return { url, stop: () => app.close() };
  },
  nest: async () => {
    const app = await NestFactory.create(Root, new ExpressAdapter(), { logger: false });
    await app.listen(0, "127.0.0.1");
    return { url: await app.getUrl(), stop: () => app.close() };
  },
  web: async () => {
    const handler = uhpForFetch(contract, async ({ url }) => {
      await handle(nameIn(new URL(url).pathname));
      return new Response("nothing was thrown");
    });
    const server = serveHono({ fetch: handler, hostname: "127.0.0.1", port: 0 });
    await new Promise((resolve) => server.once("listening", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
  },
  hono: async () => {
    const app = new Hono();
    installOnHono(app, contract);
    app.get("/a/:name", async (c) => {
      await handle(c.req.param("name"));
      return c.text("nothing was thrown");
    });
    const server = serveHono({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
    await new Promise((resolve) => server.once("listening", resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
  },
  h3: () => {
    const app = new H3();
    installOnH3(app, contract);
    app.get("/a/:name", (event) => handle(decodeURIComponent(getRouterParam(event, "name") ?? "")));
    return listening(toNodeHandler(app) as RequestListener);
  },
};

/** The name of an error's class at run time. */
function classNameOf(name: string): string {
  try {
    return String(handle(name));
  } catch (thrown) {
    return (thrown as object).constructor.name;
  }
}

/** Prints what each service answers, and the name of a class, which shows whether a minifier changed it. */
async function main(): Promise<void> {
  const answers: Record<string, Record<string, string>> = {};
  for (const [framework, start] of Object.entries(SERVICES)) {
    const { url, stop } = await start();
    const of: Record<string, string> = {};
    for (const name of Object.keys(THROWN)) {
      const response = await fetch(`${url}/a/${encodeURIComponent(name)}`);
      of[name] = `${response.status} ${await response.text()}`;
    }
    answers[framework] = of;
    await stop();
  }
  process.stdout.write(JSON.stringify({ className: classNameOf("hono"), answers }), () => process.exit());
}

await main();
