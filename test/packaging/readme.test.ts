import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import createFastifyError from "@fastify/error";
import { Boom } from "@hapi/boom";
import { createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import axios from "axios";
import express from "express";
import createError from "http-errors";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, send } from "../support/http.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const GETTING_STARTED = readFileSync(new URL("../../docs/getting-started.md", import.meta.url), "utf8");

/** The README's blocks in a language. */
function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block = ""]) => block);
}

test("the server of the README responds as the README says", async () => {
  const program = blocks("ts").find((block) => block.includes("app.listen(3000)")) ?? "";
  const file = fileURLToPath(new URL("readme-example.ts", import.meta.url));
  // The example listens on a fixed port. Here it takes a free one and exposes its server.
  writeFileSync(file, program.replace("app.listen(3000)", "(globalThis.readmeServer = app.listen(0))"));
  onTestFinished(() => rmSync(file));
  await import(file);
  const { readmeServer: server } = globalThis as unknown as { readmeServer: ReturnType<typeof createServer> };
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };

  const { status, reason, headers, body } = await send(`http://127.0.0.1:${port}`, { method: "POST", path: "/orders" });
  const head = [`HTTP/1.1 ${status} ${reason}`, `Content-Type: ${headers["content-type"]}`].join("\n");
  expect(`${head}\n\n${body}\n`).toBe(blocks("http")[0]);
});

test.each([
  ["Express, Koa, Fastify", ["express", "koa", "fastify"]],
  ["NestJS", ["nestjs"]],
  ["Hono, h3, Nitro", ["hono", "h3", "node"]],
  ["fetch handlers", ["web"]],
  ["`testing`", ["testing"]],
  ["`client`", ["client"]],
  ["`cli`", ["cli"]],
  ["`conformance`", ["conformance"]],
  ["`exports`", ["exports"]],
  ["`otel`", ["otel"]],
] as const)("the tarballs named for %s are all that npm needs without a registry", (frameworks, adapters) => {
  const rows = GETTING_STARTED.slice(GETTING_STARTED.search(/^\| framework +\| tarballs /m)).split("\n");
  const row = rows.find((line) => line.startsWith(`| ${frameworks} `)) ?? "";
  const named = [...row.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => `@uhp-errors/${name}`);
  const needed = adapters.flatMap((name) => [`@uhp-errors/${name}`, ...ownDependencies(name)]);
  expect(named).toEqual(expect.arrayContaining(needed));
});

/** The packages of this repository that a package depends on, directly and indirectly. */
function ownDependencies(name: string): string[] {
  const file = new URL(`../../packages/${name}/package.json`, import.meta.url);
  const { dependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as { dependencies?: Record<string, string> };
  const own = Object.keys(dependencies).filter((dependency) => dependency.startsWith("@uhp-errors/"));
  return own.flatMap((dependency) => [dependency, ...ownDependencies(dependency.slice("@uhp-errors/".length))]);
}

describe("the README's failures", () => {
  async function outcomes(adopt: boolean): Promise<Readonly<Record<string, Received>>> {
    const billing = await listen((_request, response) => response.writeHead(401).end());
    const app = express();
    // As with NODE_ENV=production, which Express reads when it is loaded.
    app.set("env", "production");
    if (adopt) install(app, createContract(acme, { onError: () => {} }));
    const thrown: Readonly<Record<string, () => unknown>> = {
      "/axios": () => axios.get(billing.url),
      "/bug": () => Promise.reject(new Error("no /srv/acme/orders.db")),
      "/http-errors": () => Promise.reject(createError(409, "Not that many are left.")),
      "/boom": () => Promise.reject(new Boom("Not that many are left.", { statusCode: 409 })),
      "/fastify-error": () => Promise.reject(new (createFastifyError("SOLD_OUT", "Not that many are left.", 409))()),
    };
    for (const [path, run] of Object.entries(thrown)) app.get(path, async () => void (await run()));
    app.get("/by-hand", (_request, response) => void response.status(404).json({ error: "gone" }));
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const server = await listen(app);
    try {
      const paths = [...Object.keys(thrown), "/by-hand"];
      const received = paths.map(async (path) => [path.slice(1), await send(server.url, { path })] as const);
      return Object.fromEntries(await Promise.all(received));
    } finally {
      await Promise.all([server.close(), billing.close()]);
      printed.mockRestore();
    }
  }

  test("Express alone lets the status of another service through, and sends pages", async () => {
    const alone = await outcomes(false);
    expect(alone["by-hand"]).toMatchObject({ status: 404, body: '{"error":"gone"}' });
    const pages = Object.entries(alone).filter(([name]) => name !== "by-hand");
    for (const [, { headers }] of pages) expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8" });
    expect(pages.map(([name, { status }]) => [name, status])).toEqual([
      ["axios", 401],
      ["bug", 500],
      ["http-errors", 409],
      ["boom", 500],
      ["fastify-error", 409],
    ]);
  });

  test("with the contract each has a code", async () => {
    const codes = Object.entries(await outcomes(true)).map(([name, received]) => {
      const { code } = expectEnvelope(received);
      return [name, received.status, code, received.headers["x-should-retry"]];
    });
    expect(codes).toEqual([
      ["axios", 502, "acme_upstream_error", "true"],
      ["bug", 500, "acme_internal_error", "true"],
      ["http-errors", 409, "acme_conflict", "false"],
      ["boom", 409, "acme_conflict", "false"],
      ["fastify-error", 409, "acme_conflict", "false"],
      ["by-hand", 404, "acme_not_found", "false"],
    ]);
    for (const claim of ["502 `acme_upstream_error`", "500 `acme_internal_error`", "404 `acme_not_found`"])
      expect(README.replaceAll(/\s+/g, " ")).toContain(claim);
  });
});
