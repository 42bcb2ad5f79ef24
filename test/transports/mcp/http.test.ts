import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { requireBearerAuth as guardOfExpress } from "@modelcontextprotocol/express";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import {
  McpServer,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type Contract, createContract } from "@uhp-errors/core";
import { install as installExpress } from "@uhp-errors/express";
import { install as installHono } from "@uhp-errors/hono";
import { install } from "@uhp-errors/mcp";
import { uhp } from "@uhp-errors/web";
import express from "express";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { acme } from "./failures.ts";
import { listening } from "./lines.ts";

const GUARD = {
  verifier: { verifyAccessToken: () => Promise.reject(new OAuthError(OAuthErrorCode.InvalidToken, "revoked")) },
  resourceMetadataUrl: "https://acme.example/.well-known/oauth-protected-resource",
} as const;

async function serverOf(contract: Contract | undefined): Promise<McpServer> {
  const server = new McpServer({ name: "acme", version: "1.0.0" }, { capabilities: { tools: {} } });
  if (contract !== undefined) install(server, contract);
  return server;
}

/** The whole server as a function from `Request` to `Response`. */
async function handlerOf(contract: Contract | undefined): Promise<(request: Request) => Promise<Response>> {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  await (await serverOf(contract)).connect(transport);
  const guard = requireBearerAuth(GUARD);
  return async (request) => {
    if (!request.url.endsWith("/guarded")) return transport.handleRequest(request);
    const passed = await guard(request);
    return passed instanceof Response ? passed : transport.handleRequest(request);
  };
}

type Frame = (contract: Contract | undefined) => Promise<RequestListener>;

const nodeListener = (fetch: (request: Request) => Response | Promise<Response>) =>
  toNodeHandler({ fetch } as never) as RequestListener;

const FRAMES: Readonly<Record<string, Frame>> = {
  async express(contract) {
    const app = express();
    if (contract !== undefined) installExpress(app, contract);
    const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
    await (await serverOf(contract)).connect(transport);
    app.all("/guarded", guardOfExpress(GUARD));
    app.all("/mcp", (request, response) => transport.handleRequest(request, response));
    return app;
  },
  async hono(contract) {
    const app = new Hono();
    if (contract !== undefined) installHono(app, contract);
    const handler = await handlerOf(contract);
    app.all("/*", (context) => handler(context.req.raw));
    return nodeListener((request) => app.fetch(request));
  },
  async fetch(contract) {
    const handler = await handlerOf(contract);
    return nodeListener(contract === undefined ? handler : uhp(contract, handler));
  },
};

const POST = {
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
};
const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});
const LIST = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}';
const withHeaders = (headers: Record<string, string>, body = LIST) => ({
  ...POST,
  body,
  headers: { ...POST.headers, ...headers },
});

/** Requests that the transport refuses, with the status of each. */
const REFUSED: readonly (readonly [what: string, status: number, init: RequestInit])[] = [
  ["no session id", 400, withHeaders({})],
  ["a session that is gone", 404, withHeaders({ "mcp-session-id": "gone" })],
  ["a second initialization", 400, withHeaders({}, INITIALIZE)],
  ["a body that is not JSON", 400, withHeaders({}, "{")],
  ["a body that is no message", 400, withHeaders({}, '{"id":1}')],
  ["another media type", 415, withHeaders({ "Content-Type": "text/plain" })],
  ["an Accept that it cannot meet", 406, withHeaders({ Accept: "text/plain" })],
  ["another method", 405, { method: "PUT" }],
];

async function seen(url: URL, init: RequestInit) {
  const { status, headers, body } = await fetch(url, init).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    body: await response.text(),
  }));
  return { status, allow: headers.get("allow"), challenge: headers.get("www-authenticate"), body };
}

describe.each(Object.entries(FRAMES))("under %s", (_, frame) => {
  const contract = () => createContract(acme, { onError: () => {} });
  const initialized = async (covered: boolean) => {
    const url = await listening(await frame(covered ? contract() : undefined));
    const { status } = await seen(url, withHeaders({}, INITIALIZE));
    expect(status).toBe(200);
    return url;
  };

  test.each(REFUSED)("the transport's answer to %s is sent as without a contract", async (_what, status, init) => {
    const bare = await seen(await initialized(false), init);
    expect(bare).toMatchObject({ status, body: expect.stringContaining('"jsonrpc":"2.0"') });
    expect(await seen(await initialized(true), init)).toEqual(bare);
  });

  test("the answer to a token that is not accepted names the metadata of the resource", async () => {
    const init = withHeaders({ Authorization: "Bearer none" }, INITIALIZE);
    const guarded = async (covered: boolean) => seen(new URL("/guarded", await initialized(covered)), init);
    const [bare, covered] = [await guarded(false), await guarded(true)];
    expect(bare.challenge).toContain(`resource_metadata="${GUARD.resourceMetadataUrl}"`);
    expect(covered).toMatchObject({ status: bare.status, challenge: bare.challenge });
    expect(JSON.parse(covered.body).error).toMatchObject({ type: expect.any(String), code: expect.any(String) });
  });
});
