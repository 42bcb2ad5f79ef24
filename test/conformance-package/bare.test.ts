import { spawn, spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import express from "express";
import { fastify } from "fastify";
import Koa from "koa";
import { expect, onTestFinished, test } from "vitest";
import { fileOf, idsOf, runCli } from "./run-cli.ts";

const ROUTES = {
  success: "GET /things",
  wrongMethod: "PATCH /things",
  json: { request: "POST /things", wrong: { name: 42 } },
};

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function onExpress(): Promise<string> {
  const app = express();
  // In this environment it prints no errors.
  app.set("env", "test");
  app.use(express.json());
  app.get("/things", (_request, response) => void response.json({ things: [] }));
  app.post("/things", (request, response) => {
    if (typeof request.body.name === "string") response.status(201).json(request.body);
    else response.status(422).json({ error: "name must be a string" });
  });
  return listening(createServer(app));
}

async function onKoa(): Promise<string> {
  const app = new Koa();
  app.silent = true;
  app.use(async (context) => {
    if (context.path !== "/things") return;
    if (context.method === "GET") context.body = { things: [] };
    if (context.method !== "POST") return;
    const chunks: Buffer[] = [];
    for await (const chunk of context.req) chunks.push(chunk);
    const { name } = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof name !== "string") return context.throw(422, "name must be a string");
    context.body = { name };
  });
  return listening(createServer(app.callback()));
}

async function onFastify(): Promise<string> {
  const app = fastify();
  app.get("/things", () => ({ things: [] }));
  const schema = { body: { type: "object", required: ["name"], properties: { name: { type: "array" } } } };
  app.post("/things", { schema }, ({ body }) => body);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  return url;
}

async function onPython(): Promise<string> {
  const file = fileURLToPath(new URL("bare.py", import.meta.url));
  const python = spawn("python3", [file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void python.kill());
  const port = await new Promise<string>((resolve, reject) => {
    python.once("error", reject);
    python.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
  });
  return `http://127.0.0.1:${port}`;
}

/** What every service fails that does not know UHP: versions, codes, and the errors of Node's or Python's parser. */
const FAILED = "VER01 VER04 ADR02 ADR03 BDY01 BDY03 RAW01 RAW02 RAW03 RAW04";
const WARNED = "VER07 ADR04 BDY05 BDY06 RAW05";

/** Whether Python is installed. The other tests need only the packages. */
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const SERVICES: readonly (readonly [name: string, start: () => Promise<string>, failed: string, warned: string])[] = [
  // It repeats the message of JSON.parse, which contains a part of the body.
  ["Express", onExpress, `ENV01 ${FAILED}`, `ENV04 ${WARNED.replace("ADR04", "ADR04 BDY02")}`],
  ["Koa", onKoa, `ENV01 ${FAILED}`, `ENV04 ${WARNED}`],
  // Its errors are JSON in its own form.
  ["Fastify", onFastify, `ENV02 ENV03 ${FAILED}`, WARNED],
  ["Python", onPython, `ENV01 ${FAILED}`, `ENV04 ${WARNED}`],
];

test.each(SERVICES.filter(([name]) => name !== "Python" || hasPython))(
  "a bare service on %s fails exactly the listed audits",
  async (_name, start, failed, warned) => {
    const url = await start();
    const ran = await runCli(["check", url, "--raw", "--routes", fileOf(ROUTES), "--report", "json"]);
    expect({ failed: idsOf(ran, "fail"), warned: idsOf(ran, "warn") }).toEqual({
      failed: failed.split(" "),
      warned: warned.split(" "),
    });
    expect(ran.exit).toBe(1);
  },
);
