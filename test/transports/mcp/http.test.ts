import { randomUUID } from "node:crypto";
import {
  McpServer,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type Contract, createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/mcp";
import { uhp } from "@uhp-errors/web";
import { expect, test } from "vitest";
import { acme } from "./failures.ts";

const GUARD = {
  verifier: { verifyAccessToken: () => Promise.reject(new OAuthError(OAuthErrorCode.InvalidToken, "revoked")) },
  resourceMetadataUrl: "https://acme.example/.well-known/oauth-protected-resource",
} as const;

const contract = createContract(acme, { onError: () => {} });

/** The whole server as a function from `Request` to `Response`. */
async function handlerOf(installed: Contract | undefined): Promise<(request: Request) => Promise<Response>> {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  const server = new McpServer({ name: "acme", version: "1.0.0" }, { capabilities: { tools: {} } });
  if (installed !== undefined) install(server, installed);
  await server.connect(transport);
  const guard = requireBearerAuth(GUARD);
  return async (request) => {
    const passed = request.url.endsWith("/guarded") ? await guard(request) : undefined;
    return passed instanceof Response ? passed : transport.handleRequest(request);
  };
}

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});
const posting = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":2,"method":"tools/list"}') => ({
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
  body,
});

/** What a client sees of a request after its session has begun. */
async function seen(isCovered: boolean, path: string, init: RequestInit) {
  const handler = await handlerOf(isCovered ? contract : undefined);
  const serve = isCovered ? uhp(contract, handler) : handler;
  const ask = async (to: string, sent: RequestInit) => serve(new Request(`https://acme.example${to}`, sent));
  expect((await ask("/mcp", posting({}, INITIALIZE))).status).toBe(200);
  const { status, headers, ...response } = await ask(path, init).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    body: await answer.text(),
  }));
  return { ...response, status, allow: headers.get("allow"), challenge: headers.get("www-authenticate") };
}

test.each<readonly [what: string, status: number, init: RequestInit]>([
  ["no session id", 400, posting({})],
  ["a session that is gone", 404, posting({ "mcp-session-id": "gone" })],
  ["a body that is not JSON", 400, posting({}, "{")],
  ["another media type", 415, posting({ "Content-Type": "text/plain" })],
  ["an Accept that it cannot meet", 406, posting({ Accept: "text/plain" })],
  ["another method", 405, { method: "PUT" }],
])("the transport's answer to %s is sent as without a contract", async (_what, status, init) => {
  const bare = await seen(false, "/mcp", init);
  expect(bare).toMatchObject({ status, body: expect.stringContaining('"jsonrpc":"2.0"') });
  expect(await seen(true, "/mcp", init)).toEqual(bare);
});

test("the answer to a token that is not accepted names the metadata of the resource", async () => {
  const init = posting({ Authorization: "Bearer none" }, INITIALIZE);
  const [bare, covered] = [await seen(false, "/guarded", init), await seen(true, "/guarded", init)];
  expect(bare.challenge).toContain(`resource_metadata="${GUARD.resourceMetadataUrl}"`);
  expect(covered).toMatchObject({ status: bare.status, challenge: bare.challenge });
  expect(JSON.parse(covered.body).error).toMatchObject({ type: expect.any(String), code: expect.any(String) });
});
