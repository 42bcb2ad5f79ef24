import { auth, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { InvalidGrantError, InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { OAuthServerProvider } from "@modelcontextprotocol/sdk/server/auth/provider.js";
import { mcpAuthRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import type { OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
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

/** An OAuth server by the SDK, and a resource that it guards. */
function server(contract: Contract | undefined, origin: () => string) {
  const app = express();
  if (contract !== undefined) install(app, contract);
  app.use((request, response, next) => {
    const options = { authorizationOptions: { rateLimit: false }, tokenOptions: { rateLimit: false } } as const;
    return mcpAuthRouter({ provider, issuerUrl: new URL(origin()), ...options })(request, response, next);
  });
  const resourceMetadataUrl = "http://127.0.0.1/.well-known/oauth-protected-resource";
  app.all("/guarded", requireBearerAuth({ verifier: provider, resourceMetadataUrl }));
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

const refused = (failure: unknown) => {
  const { code, message } = failure as Error & { readonly code?: unknown };
  return { code, message };
};

test("a refusal keeps the challenge by which a client finds the OAuth server, and names the line for its body", async () => {
  const use: Use = async (url) => {
    const { status, headers } = await fetch(`${url}/guarded`, { headers: { Authorization: "Bearer revoked" } });
    return { status, challenge: headers.get("www-authenticate") };
  };
  const [bare, covered] = [await outcomeOf("bare", use), await outcomeOf("covered", use)];
  expect(bare.seen).toMatchObject({ challenge: expect.stringContaining("resource_metadata=") });
  expect(covered.seen).toEqual(bare.seen);
  expect(linesOf(covered.reports)).toEqual(['appliesTo: ({ path }) => path !== "/guarded"']);
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
