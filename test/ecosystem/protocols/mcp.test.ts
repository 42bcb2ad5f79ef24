import { randomUUID } from "node:crypto";
import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InvalidGrantError, InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { OAuthServerProvider } from "@modelcontextprotocol/sdk/server/auth/provider.js";
import { mcpAuthRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { Contract } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express from "express";
import { describe, expect, test } from "vitest";
import { linesOf, type Mode, optionIn, whileServed } from "./serve.ts";

const CLIENT = { client_id: "c1", redirect_uris: ["http://127.0.0.1/callback"], token_endpoint_auth_method: "none" };

const refuse = () => Promise.reject(new InvalidGrantError("the refresh token was revoked"));

/** An OAuth server whose refresh tokens are all revoked. */
const provider: OAuthServerProvider = {
  clientsStore: { getClient: () => CLIENT },
  authorize: () => Promise.resolve(),
  challengeForAuthorizationCode: refuse,
  exchangeAuthorizationCode: refuse,
  exchangeRefreshToken: refuse,
  verifyAccessToken: () => Promise.reject(new InvalidTokenError("the token was revoked")),
};

/** An MCP server as in the SDK's examples, with sessions over Streamable HTTP, and an OAuth server next to it. */
function server(contract: Contract | undefined, origin: () => string) {
  const app = express();
  if (contract !== undefined) install(app, contract);
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  app.use((request, response, next) => {
    const options = { authorizationOptions: { rateLimit: false }, tokenOptions: { rateLimit: false } } as const;
    return mcpAuthRouter({ provider, issuerUrl: new URL(origin()), ...options })(request, response, next);
  });
  const resourceMetadataUrl = "http://127.0.0.1/.well-known/oauth-protected-resource";
  app.all("/guarded", requireBearerAuth({ verifier: provider, resourceMetadataUrl }));
  app.use(express.json());
  app.delete("/sessions", (_request, response) => {
    sessions.clear();
    response.sendStatus(204);
  });
  app.all("/mcp", async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = sessions.get(String(id));
    if (transport === undefined && isInitializeRequest(request.body)) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (made) => void sessions.set(made, transport as StreamableHTTPServerTransport),
      });
      const mcp = new McpServer({ name: "acme", version: "1.0.0" });
      mcp.registerTool("ping", {}, () => ({ content: [{ type: "text", text: "pong" }] }));
      await mcp.connect(transport as Parameters<typeof mcp.connect>[0]);
    }
    if (transport !== undefined) return transport.handleRequest(request, response, request.body);
    const error =
      id === undefined ? { code: -32_000, message: "No session id" } : { code: -32_001, message: "Session not found" };
    return response.status(id === undefined ? 400 : 404).json({ jsonrpc: "2.0", error, id: null });
  });
  return app;
}

/** What a client of the SDK does with a server. */
type Use = (url: string) => Promise<unknown>;

async function outcomeOf(mode: Mode, use: Use) {
  let url = "";
  return whileServed(
    mode,
    (contract) => server(contract, () => url),
    (served) => {
      url = served;
      return use(served);
    },
  );
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url)) as Parameters<typeof client.connect>[0]);
  return client;
}

const refused = (failure: unknown) => {
  const { code, message } = failure as Error & { readonly code?: unknown };
  return { code, message };
};

async function rawAnswer(url: string, init: RequestInit) {
  const response = await fetch(url, init);
  const { "www-authenticate": challenge, allow, "content-type": type } = Object.fromEntries(response.headers);
  return { status: response.status, challenge, allow, type, body: await response.text() };
}

const POST = {
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
};

describe("an MCP server under a contract that covers all", () => {
  test.each<readonly [what: string, use: Use]>([
    [
      "lists and calls tools",
      async (url) => {
        const client = await connected(url);
        const [{ tools }, called] = [await client.listTools(), await client.callTool({ name: "ping" })];
        await client.close();
        return { tools, called };
      },
    ],
    [
      "answers an unknown tool",
      async (url) => {
        const client = await connected(url);
        const called = await client.callTool({ name: "nope" }).catch(refused);
        await client.close();
        return called;
      },
    ],
    [
      "tells the client that its session is gone",
      async (url) => {
        const client = await connected(url);
        await fetch(`${url}/sessions`, { method: "DELETE" });
        const failed = await client.listTools().catch(refused);
        await client.close();
        return failed;
      },
    ],
    [
      "refuses a request without a session",
      (url) => rawAnswer(`${url}/mcp`, { ...POST, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }),
    ],
    ["refuses a body that is no message", (url) => rawAnswer(`${url}/mcp`, { ...POST, body: '{"id":1}' })],
    [
      "refuses an Accept that it cannot meet",
      async (url) => {
        const client = await connected(url);
        const { sessionId = "" } = client.transport ?? {};
        const headers = { "mcp-session-id": sessionId, "Content-Type": "application/json", Accept: "text/plain" };
        const answers = [
          await rawAnswer(`${url}/mcp`, { method: "GET", headers }),
          await rawAnswer(`${url}/mcp`, { method: "POST", headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }),
          await rawAnswer(`${url}/mcp`, { method: "PUT", headers, body: "{}" }),
        ];
        await client.close();
        return answers;
      },
    ],
  ])("%s, as without", async (_what, use) => {
    const [bare, covered] = [await outcomeOf("bare", use), await outcomeOf("covered", use)];
    expect(covered.seen).toEqual(bare.seen);
    expect(covered.reports.map(({ outcome }) => outcome).filter((outcome) => outcome !== "passed")).toEqual([]);
  });

  test("keeps the challenge by which a client finds the OAuth server, and names the line for its body", async () => {
    const use: Use = (url) => rawAnswer(`${url}/guarded`, { headers: { Authorization: "Bearer revoked" } });
    const [bare, covered] = [await outcomeOf("bare", use), await outcomeOf("covered", use)];
    const { status, challenge } = bare.seen as { status: number; challenge: string };
    expect(challenge).toContain("resource_metadata=");
    expect(covered.seen).toMatchObject({ status, challenge });
    expect(linesOf(covered.reports)).toEqual(['appliesTo: ({ path }) => path !== "/guarded"']);
  });
});

/** What a client with a revoked refresh token does: which credentials it forgets, and how it ends. */
async function refreshed(url: string): Promise<unknown> {
  const forgotten: unknown[] = [];
  const issuer = new URL(url).href;
  let tokens: OAuthTokens | undefined = { access_token: "a", token_type: "Bearer", refresh_token: "r", issuer };
  const stored: OAuthClientProvider = {
    redirectUrl: "http://127.0.0.1/callback",
    clientMetadata: { redirect_uris: CLIENT.redirect_uris },
    clientInformation: () => ({ ...CLIENT, issuer }),
    tokens: () => tokens,
    saveTokens: () => {},
    redirectToAuthorization: () => {},
    saveCodeVerifier: () => {},
    codeVerifier: () => "v",
    invalidateCredentials(what) {
      forgotten.push(what);
      tokens = undefined;
    },
  };
  const end = await auth(stored, { serverUrl: url }).catch(refused);
  return { forgotten, end };
}

describe("a client of the MCP SDK whose refresh token was revoked", () => {
  test("forgets it when the line that the report names is written", async () => {
    const bare = await outcomeOf("bare", refreshed);
    expect(bare.seen).toEqual({ forgotten: ["tokens"], end: "REDIRECT" });
    const covered = await outcomeOf("covered", refreshed);
    expect(covered.seen).not.toEqual(bare.seen);
    const line = linesOf(covered.reports).find((one) => one.includes('"/token"')) ?? "";
    const kept = await outcomeOf(optionIn(line), refreshed);
    expect(kept.seen).toEqual(bare.seen);
  });

  test("forgets it with the line of the docs", async () => {
    const appliesTo = ({ path }: { readonly path: string }) =>
      !/^\/(?:authorize|token|register|revoke|\.well-known)(?:\/|$)/.test(path);
    const kept = await outcomeOf({ appliesTo }, refreshed);
    expect(kept.seen).toEqual({ forgotten: ["tokens"], end: "REDIRECT" });
    expect(kept.reports).toEqual([]);
  });
});
