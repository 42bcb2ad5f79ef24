import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createContract } from "@uhp-errors/core";
import { install, uhp, uhpErrorHandler } from "@uhp-errors/express";
import axios from "axios";
import express from "express";
import { rateLimit } from "express-rate-limit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { type Received, type Sent, send } from "../support/http.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const GETTING_STARTED = readFileSync(new URL("../../docs/getting-started.md", import.meta.url), "utf8");

/** The README's blocks in a language. */
function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, block = ""]) => block);
}

test("the whole server of the README responds as the README says", async () => {
  const program = blocks("ts").find((block) => block.includes("app.listen(3000)")) ?? "";
  const file = fileURLToPath(new URL("readme-example.ts", import.meta.url));
  // The example listens on a fixed port. Here it takes a free one and exposes its server.
  writeFileSync(file, program.replace("app.listen(3000)", "(globalThis.readmeServer = app.listen(0))"));
  onTestFinished(() => rmSync(file));
  await import(file);
  const { readmeServer: server } = globalThis as unknown as { readmeServer: ReturnType<typeof createServer> };
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const printed = vi.spyOn(console, "info").mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());

  const { body } = await send(`http://127.0.0.1:${port}`, { path: "/v1/harnesses/chrn_none" });
  expect(JSON.parse(body)).toEqual(JSON.parse(blocks("json")[0] ?? ""));
  expect(printed).toHaveBeenCalledOnce();
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

describe("the README's failure before and after", () => {
  const [before = "", after = ""] = blocks("http");

  /** What Express answers in production when a call to another service fails with a 401 and the handler does not catch it. */
  async function outcome(adopt: boolean): Promise<Received> {
    const billing = await listen((_request, response) => response.writeHead(401).end());
    const app = express();
    app.set("env", "production");
    if (adopt) install(app, createContract(acme, { onError: () => {} }));
    app.get("/invoices", async (_request, response) => {
      const { data } = await axios.get(billing.url);
      response.json(data);
    });
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const server = await listen(app);
    try {
      return await send(server.url, { path: "/invoices" });
    } finally {
      await Promise.all([server.close(), billing.close()]);
      printed.mockRestore();
    }
  }

  const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

  /**
   * Compares a response with what the README shows: the head, one field per line, and the body. The README leaves some fields out, and
   * replaces parts of the body with "…". Ids differ from run to run.
   */
  function expectShown(shown: string, { status, reason, rawHeaders, body }: Received): void {
    const [head = "", text = ""] = shown.replaceAll(ID, "id").split(/\n\n([\s\S]*)/);
    const fields = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
    const sent = [`HTTP/1.1 ${status} ${reason}`, ...fields].map((line) => line.replaceAll(ID, "id"));
    expect(sent).toEqual(expect.arrayContaining(head.split("\n")));
    let left = body.replaceAll(ID, "id").trimEnd();
    const [first = "", ...others] = text.trimEnd().split("\n…");
    expect(left.slice(0, first.length)).toBe(first);
    for (const part of others) {
      expect(left).toContain(part);
      left = left.slice(left.indexOf(part) + part.length);
    }
    if (others.length === 0) expect(left).toBe(first);
  }

  test("before", async () => expectShown(before, await outcome(false)));
  test("after", async () => expectShown(after, await outcome(true)));
});

describe("the README's table of failures", () => {
  /** The error that an HTTP client throws for another service's 401, as undici makes it. */
  const upstream = () =>
    Object.assign(new Error("Response status code 401: Unauthorized"), {
      name: "ResponseError",
      code: "UND_ERR_RESPONSE",
      statusCode: 401,
      headers: { "set-cookie": "session=theirs", "x-internal-host": "10.0.3.7" },
    });

  async function outcome(sent: Sent, adopt: boolean): Promise<Received> {
    const contract = createContract(acme, { onError: () => {} });
    const app = express();
    // As with NODE_ENV=production, which Express reads when it is loaded.
    app.set("env", "production");
    if (adopt) app.use(uhp(contract));
    app.post("/json", express.json());
    app.get("/upstream", () => {
      throw upstream();
    });
    app.get("/gone", (_request, response) => void response.status(404).json({ error: "gone" }));
    app.get("/limited", rateLimit({ windowMs: 60_000, limit: 0, validate: false }));
    if (adopt) app.use(uhpErrorHandler(contract));
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    const server = await listen(app);
    try {
      return await send(server.url, sent);
    } finally {
      await server.close();
      printed.mockRestore();
    }
  }

  const json: Sent = {
    method: "POST",
    path: "/json",
    headers: { "Content-Type": "application/json" },
    body: '{"a": x}',
  };

  test("before", async () => {
    const parsed = await outcome(json, false);
    expect(parsed).toMatchObject({ status: 400, headers: { "content-type": "text/html; charset=utf-8" } });
    expect(parsed.body).toContain("<pre>Bad Request</pre>");
    expect(await outcome({ path: "/upstream" }, false)).toMatchObject({
      status: 401,
      headers: { "set-cookie": "session=theirs", "x-internal-host": "10.0.3.7" },
    });
    expect(await outcome({ path: "/gone" }, false)).toMatchObject({ status: 404, body: '{"error":"gone"}' });
    const limited = await outcome({ path: "/limited" }, false);
    expect(limited).toMatchObject({ status: 429, body: "Too many requests, please try again later." });
    for (const claim of ["<pre>Bad Request</pre>", "x-internal-host: 10.0.3.7", limited.body])
      expect(README).toContain(claim);
  });

  test("after", async () => {
    const after = [json, { path: "/upstream" }, { path: "/limited" }, { path: "/gone" }];
    const rows = await Promise.all(after.map((sent) => outcome(sent, true)));
    const claims = rows.map((received) => `${received.status} \`${expectEnvelope(received).code}\``);
    expect(claims).toEqual([
      "400 `invalid_input`",
      "502 `acme_upstream_error`",
      "429 `rate_limited`",
      "404 `acme_not_found`",
    ]);
    for (const claim of claims) expect(README).toContain(claim);
    expect(rows[1]?.headers).not.toHaveProperty("x-internal-host");
    expect(rows[2]?.headers["retry-after"]).toMatch(/^\d+$/);
  });
});
