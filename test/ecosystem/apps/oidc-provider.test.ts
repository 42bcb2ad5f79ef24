import { createHash } from "node:crypto";
import type { Contract } from "@uhp-errors/core";
import { install } from "@uhp-errors/koa";
import Provider from "oidc-provider";
import { listen } from "../support/listen.ts";
import type { AppStep } from "./support/app.ts";
import { threeWays } from "./support/three-ways.ts";

const ISSUER = "http://service.test";
const CALLBACK = "https://app.test/callback";
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const VERIFIER = "a-verifier-of-a-client-that-is-long-enough-for-it";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** The provider that its documentation starts with: accounts, one client of each kind, and its own pages to sign in. */
function provider(contract: Contract | undefined) {
  const oidc = new Provider(ISSUER, {
    clients: [
      {
        client_id: "app",
        client_secret: "not-a-real-secret",
        redirect_uris: [CALLBACK],
        grant_types: ["authorization_code", "refresh_token", "client_credentials", DEVICE],
        post_logout_redirect_uris: ["https://app.test/bye"],
      },
      { client_id: "page", token_endpoint_auth_method: "none", redirect_uris: [CALLBACK] },
    ],
    cookies: { keys: ["not-a-real-key"] },
    claims: { email: ["email"], openid: ["sub"] },
    scopes: ["openid", "offline_access", "email"],
    features: {
      introspection: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      registration: { enabled: true },
      registrationManagement: { enabled: true },
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, email: "ada@people.test" }) }),
  });
  oidc.silent = true;
  if (contract !== undefined) install(oidc, contract);
  return listen(oidc.callback(), () => {});
}

const AUTHORIZE = new URLSearchParams({
  client_id: "app",
  response_type: "code",
  scope: "openid email offline_access",
  prompt: "consent",
  redirect_uri: CALLBACK,
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
  state: "s-1",
}).toString();

const BASIC = { Authorization: `Basic ${Buffer.from("app:not-a-real-secret").toString("base64")}` };
const PAGE = { Accept: "text/html" };

const token = (form: Readonly<Record<string, string>>, more: Partial<AppStep> = {}): AppStep => ({
  method: "POST",
  path: "/token",
  headers: BASIC,
  form,
  ...more,
});

threeWays({
  library: "oidc-provider",
  is: "OAuth and OpenID Connect",
  start: provider,
  adoption: ["install(oidc, contract);"],
  keptOut: [
    'appliesTo: (request) => !request.header("accept")?.includes("text/html")',
    'appliesTo: ({ path }) => !path.startsWith("/reg/")',
    'appliesTo: ({ path }) => path !== "/device/auth"',
    'appliesTo: ({ path }) => path !== "/me"',
    'appliesTo: ({ path }) => path !== "/reg"',
    'appliesTo: ({ path }) => path !== "/request"',
    'appliesTo: ({ path }) => path !== "/token/revocation"',
    'appliesTo: ({ path }) => path !== "/token"',
  ],
  normalize: [
    { pattern: /"(iat|exp|nbf|client_id_issued_at)":\d+/g, by: '"$1":0', why: "a second may pass between two runs" },
    { pattern: /(_(?:session|interaction)(?:_resume)?(?:\.sig)?=)[^;]+/gi, by: "$1*", why: "sessions are random" },
    { pattern: /expires=[^;]+/g, by: "expires=*", why: "a cookie expires so long after it was set" },
    { pattern: /(<strong>(?:uid|cookie)<\/strong>: &#39;)[\w-]+/g, by: "$1*", why: "sessions are random" },
    { pattern: /(id="logout|name="xsrf" value=")\w+/g, by: "$1*", why: "the token of a form is random" },
  ],
  flow: {
    "the discovery document": { path: "/.well-known/openid-configuration" },
    "the keys": { path: "/jwks" },
    "a preflight": {
      method: "OPTIONS",
      path: "/token",
      headers: { Origin: "https://app.test", "Access-Control-Request-Method": "POST" },
      status: 204,
    },
    "a sign-in": {
      path: `/auth?${AUTHORIZE}`,
      headers: PAGE,
      status: 303,
      keep: { signIn: /\nlocation: \S*\/interaction\/([\w-]+)/i },
    },
    "its page": { path: "/interaction/{{signIn}}", headers: PAGE },
    "a name and a password": {
      method: "POST",
      path: "/interaction/{{signIn}}",
      form: { prompt: "login", login: "ada", password: "x" },
      status: 303,
    },
    "back to the provider": {
      path: "/auth/{{signIn}}",
      status: 303,
      keep: { consent: /\nlocation: \S*\/interaction\/([\w-]+)/i },
    },
    "the page of the consent": { path: "/interaction/{{consent}}", headers: PAGE },
    "a consent": { method: "POST", path: "/interaction/{{consent}}", form: { prompt: "consent" }, status: 303 },
    "back to the app": { path: "/auth/{{consent}}", status: 303, keep: { code: /[?&]code=([\w-]+)/ } },
    "tokens for the code": token(
      { grant_type: "authorization_code", code: "{{code}}", redirect_uri: CALLBACK, code_verifier: VERIFIER },
      {
        keep: {
          access: /"access_token":"([^"]+)/,
          refresh: /"refresh_token":"([^"]+)/,
          identity: /"id_token":"([^"]+)/,
        },
      },
    ),
    "who it is": { path: "/me", headers: { Authorization: "Bearer {{access}}" } },
    "an access token that is looked at": {
      method: "POST",
      path: "/token/introspection",
      headers: BASIC,
      form: { token: "{{access}}" },
    },
    "a refresh": token(
      { grant_type: "refresh_token", refresh_token: "{{refresh}}" },
      { keep: { access: /"access_token":"([^"]+)/, identity: /"id_token":"([^"]+)/ } },
    ),
    "a code that was used": token(
      { grant_type: "authorization_code", code: "{{code}}", redirect_uri: CALLBACK, code_verifier: VERIFIER },
      { status: 400 },
    ),
    "a refresh token that does not exist": token(
      { grant_type: "refresh_token", refresh_token: "none" },
      { status: 400 },
    ),
    "an unknown grant": token({ grant_type: "password" }, { status: 400 }),
    "a client without its secret": token({ grant_type: "client_credentials" }, { headers: {}, status: 400 }),
    "a wrong secret": token(
      { grant_type: "client_credentials" },
      { headers: { Authorization: "Basic YXBwOm5v" }, status: 401 },
    ),
    "a token for the client itself": token(
      { grant_type: "client_credentials" },
      { keep: { own: /"access_token":"([^"]+)/ } },
    ),
    "who it is, without a token": { path: "/me", status: 401 },
    "who it is, with a wrong token": { path: "/me", headers: { Authorization: "Bearer none" }, status: 401 },
    "a token that is revoked": {
      method: "POST",
      path: "/token/revocation",
      headers: BASIC,
      form: { token: "{{access}}" },
    },
    "a revocation without a token": {
      method: "POST",
      path: "/token/revocation",
      headers: BASIC,
      form: {},
      status: 400,
    },
    "a pushed request": {
      method: "POST",
      path: "/request",
      headers: BASIC,
      form: Object.fromEntries(new URLSearchParams(AUTHORIZE)),
      status: 201,
      keep: { pushed: /"request_uri":"([^"]+)/ },
    },
    "a pushed request of an unknown scope": {
      method: "POST",
      path: "/request",
      headers: BASIC,
      form: { response_type: "none", redirect_uri: "https://elsewhere.test/" },
      status: 400,
    },
    "an authorization of an unknown client": { path: "/auth?client_id=none", headers: PAGE, status: 400 },
    "an authorization of an unknown client, for a program": { path: "/auth?client_id=none", status: 400 },
    "an authorization that the app hears about": {
      path: `/auth?client_id=app&response_type=code&scope=openid&redirect_uri=${CALLBACK}&prompt=none`,
      status: 303,
    },
    "an interaction that does not exist": { path: "/interaction/none", headers: PAGE, status: 400 },
    "a device that asks for a code": {
      method: "POST",
      path: "/device/auth",
      headers: BASIC,
      form: { client_id: "app", scope: "openid" },
      keep: { device: /"device_code":"([^"]+)/, user: /"user_code":"([^"]+)/ },
    },
    "a device that asks too early": token({ grant_type: DEVICE, device_code: "{{device}}" }, { status: 400 }),
    "a device of an unknown client": {
      method: "POST",
      path: "/device/auth",
      form: { client_id: "none", scope: "openid" },
      status: 401,
    },
    "the page for a device's code": { path: "/device", headers: PAGE, keep: { xsrf: /name="xsrf" value="(\w+)"/ } },
    "a client that registers": {
      method: "POST",
      path: "/reg",
      json: { redirect_uris: [CALLBACK] },
      status: 201,
      keep: {
        registered: /"client_id":"([^"]+)/,
        secret: /"client_secret":"([^"]+)/,
        registration: /"registration_access_token":"([^"]+)/,
      },
    },
    "what is registered": {
      path: "/reg/{{registered}}",
      headers: { Authorization: "Bearer {{registration}}" },
    },
    "what is registered, with a wrong token": {
      path: "/reg/{{registered}}",
      headers: { Authorization: "Bearer none" },
      status: 401,
    },
    "a registration without an address": { method: "POST", path: "/reg", json: {}, status: 400 },
    "a registration that is no JSON": {
      method: "POST",
      path: "/reg",
      headers: { "Content-Type": "application/json" },
      body: "{",
      status: 400,
    },
    "a sign-out": {
      path: "/session/end?id_token_hint={{identity}}",
      headers: PAGE,
      keep: { out: /name="xsrf" value="(\w+)"/ },
    },
    "a sign-out that is confirmed": {
      method: "POST",
      path: "/session/end/confirm",
      form: { xsrf: "{{out}}", logout: "yes" },
      status: 303,
    },
    "an address that does not exist": { path: "/nowhere", status: 404 },
    "another method": { method: "PUT", path: "/jwks", status: 404 },
  },
});
