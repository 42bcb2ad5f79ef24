/**
 * Counts the calls of five requests through the packages' sources, from the request to the last byte of its response, once everything is warm.
 * Nothing is timed. `--list` prints each call.
 */
import { Agent, createServer, get, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type * as CoreModule from "@uhp-errors/core";
import type * as ExpressAdapter from "@uhp-errors/express";
import type * as FastifyAdapter from "@uhp-errors/fastify";
import type * as KoaAdapter from "@uhp-errors/koa";
import type express from "express";
import type { fastify } from "fastify";
import type Koa from "koa";
import { installed } from "../run/packages.ts";
import { Table, write } from "../table.ts";
import { type Call, instrument, takeCalls } from "./instrument.ts";

/** Requests before the one that counts. */
const WARM_UP = 4;

instrument();
// These imports come after the hook.
const load = async <Module>(name: string) =>
  (await import(new URL(`../../packages/${name}/src/index.ts`, import.meta.url).href)) as Module;
const { createContract, defineCatalog } = await load<typeof CoreModule>("core");
const catalog = defineCatalog({ vendor: "acme" });
const contract = createContract(catalog, { onError: () => {} });

type Handler = (send: (status: number, body: object) => void) => void;

const throwCatalog: Handler = () => {
  throw catalog.error("harness_not_found", { param: "harness_id" });
};
const throwUnknown: Handler = () => {
  throw new Error("Cannot read the row of 17");
};
const sendNotFound: Handler = (send) => send(404, { message: "Not found", id: "17" });
const succeed: Handler = (send) => send(200, { id: "17", object: "harness", ready: true });

async function expressApp(handler: Handler): Promise<RequestListener> {
  const { install } = await load<typeof ExpressAdapter>("express");
  const app = installed<typeof express>("express")();
  install(app, contract);
  app.get("/case", (_request, response) => handler((status, body) => response.status(status).json(body)));
  return app;
}

async function koaApp(handler: Handler): Promise<RequestListener> {
  const { install } = await load<typeof KoaAdapter>("koa");
  const app = new (installed<typeof Koa>("koa"))();
  install(app, contract);
  app.use((ctx) => handler((status, body) => Object.assign(ctx, { status, body })));
  return app.callback();
}

async function fastifyServer(handler: Handler): Promise<Server> {
  const { uhp, uhpServerOptions } = await load<typeof FastifyAdapter>("fastify");
  const app = installed<typeof fastify>("fastify")(uhpServerOptions(contract));
  await app.register(uhp, { contract });
  app.get("/case", (_request, reply) => handler((status, body) => void reply.code(status).send(body)));
  await app.ready();
  return app.server;
}

const WALKS: Readonly<Record<string, () => Promise<Server>>> = {
  "Express, catalog error": async () => createServer(await expressApp(throwCatalog)),
  "Fastify, new Error": () => fastifyServer(throwUnknown),
  "Koa, new Error": async () => createServer(await koaApp(throwUnknown)),
  "Express, a written 404": async () => createServer(await expressApp(sendNotFound)),
  "Express, a success": async () => createServer(await expressApp(succeed)),
};

const table = new Table(["walk", "calls", "functions", "files", "moves between files"], 22, 5);
for (const [name, serve] of Object.entries(WALKS)) {
  const calls = await walk(await serve());
  const functions = new Set(calls.map((call) => `${call.file} ${call.name}`));
  const files = new Set(calls.map(({ file }) => file));
  const moves = calls.filter(({ file }, index) => index > 0 && file !== calls[index - 1]?.file);
  table.row([name, ...[calls, [...functions], [...files], moves].map(({ length }) => String(length))]);
  if (process.argv.includes("--list")) list(calls);
}

/** Sends the same request several times, and returns the calls of the last one. */
async function walk(server: Server): Promise<readonly Call[]> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  for (let count = 0; count < WARM_UP; count += 1) await send(port, agent);
  takeCalls();
  await send(port, agent);
  const calls = takeCalls();
  agent.destroy();
  server.close();
  return calls;
}

function send(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path: "/case", agent }, (response) =>
      response.resume().on("close", () => setImmediate(resolve)),
    ).on("error", reject);
  });
}

function list(calls: readonly Call[]): void {
  for (const { depth, file, name } of calls) write(`${"  ".repeat(depth)}${name}  (${file})\n`);
}
