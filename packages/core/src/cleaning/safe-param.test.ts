import { describe, expect, test } from "vitest";
import { sentParam } from "../../../../test/support/sent.ts";
import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";

/** Paths of fields, some of which look like an address, a host, or the name of a secret before its value. */
const FIELDS = `
  id harness_id a.b.c a.0.b input.0.content.1.type metadata.harness_id items.0.1.2.3 0.1.2.3 0.0.0.0 10.0.3 10.name
  matrix.10.0.3.7 geometry.coordinates.10.0.3.0 features.10.geometry.coordinates.127.0.0.1 ips.0 hosts.0.1.2.3 8.8.8.8
  spec.cluster config.local settings.internal orders.internal user.home network.lan options.corp
  visibility.internal.value input.content.private environments.prod.url versions.1.test db.internal
  auth.basic.username auth.bearer.token security.0.bearerAuth.scopes.1 headers.authorization
  headers.Authorization.required headers.x-api-key headers.cookie.sameSite token.expiresAt token.accessTokenType
  password.newPassword password.minLength password.confirm_password credentials.client_x509_cert_url
  credentials.0.clientUUID credentials.awsAccessKeyID secrets.0.value secrets.DATABASE_URL_2024 secrets.prod_db_2024
  keys.0.rsa4096 cookie.__Host_session signature.sha256 session.refresh_token_ttl_seconds hash.sha256
  tools.0.function.parameters.properties.x1.type components.schemas.Pet.$ref $defs.Node.children @context.name
  naïve.größe 名前.0.値`;

test.each(FIELDS.trim().split(/\s+/))("keeps the path of a field: %s", (path) => {
  expect(sentParam(path)).toBe(path);
  expect(sentParam(path.split("."))).toBe(path);
});

describe("drops what is private across several segments", () => {
  const part = "a1B2c3D4";
  test.each<readonly [path: string, param: string | null]>([
    ["10.0.3.7", null],
    ["192.168.1.20.port", null],
    ["127.0.0.1", null],
    ["hosts.10.0.3.7", null],
    ["peer_ip.169.254.169.254", null],
    ["db-primary.internal", null],
    ["db1.internal", null],
    ["DB-Primary.Internal", null],
    ["redis.internal", null],
    ["redis.default.svc.cluster.local", null],
    ["vault.service.consul", null],
    ["localhost", null],
    ["ip-10-0-0-1.ec2.internal", null],
    ["orders.abc123.eu-west-1.rds.amazonaws.com", null],
    [`Authorization.Bearer.${part}${part}`, "Authorization.Bearer"],
    ["headers.authorization.Basic.dXNlcjpwYXNzd29yZA", "headers.authorization.Basic"],
    [`password.${part}`, "password"],
    ["api_key.9f86d081884c7d65", "api_key"],
    ["cookie.9f86d081884c7d65", "cookie"],
    [`input.eyJhbGciOiJI.eyJzdWIiOiIx.${part}${part}`, "input"],
    [`eyJhbGciOiJI.eyJzdWIiOiIx.${part}${part}`, null],
    [`localhost.eyJhbGciOiJI.eyJzdWIiOiIx.${part}${part}`, null],
  ])("sends %s as %s", (path, param) => {
    expect(sentParam(path)).toBe(param);
    expect(sentParam(path.split("."))).toBe(param);
  });
});

test.each<readonly [path: string, param: string | null]>([
  ["a".repeat(64), "a".repeat(64)],
  ["a".repeat(65), null],
  [`items.${"a".repeat(65)}.b`, "items"],
  [Array(16).fill("a").join("."), Array(16).fill("a").join(".")],
  [Array(17).fill("a").join("."), Array(16).fill("a").join(".")],
  ["items[0].name", "items.0.name"],
  [".items..name", "items.name"],
  ["", null],
  [`a${".".repeat(998)}b`, "a.b"],
  [`a${".".repeat(999)}b`, "a"],
  ["a.eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "a"],
  // A word of eight characters after the name of a secret may be the secret, unless it looks like a field name.
  ["items.aB3dE5fG", "items.aB3dE5fG"],
  ["password.aB3dE5f", "password.aB3dE5f"],
  ["password.aB3dE5fG", "password"],
  ["password.aBcDeFgH", "password"],
  ["password.userIdNo", "password.userIdNo"],
  ["password.XMLHttpX", "password.XMLHttpX"],
  ["password.KeyURLIn", "password.KeyURLIn"],
  ["password.xIDKeyID", "password"],
  ["tokens.123456789", "tokens.123456789"],
  ["secrets.2024prod", "secrets.2024prod"],
  ["secrets.table12345", "secrets"],
  ["secrets.my_table12345", "secrets"],
  ["basics.aB3dE5fG", "basics.aB3dE5fG"],
  ["nonbasic.aB3dE5fG", "nonbasic.aB3dE5fG"],
])("writes %s as %s", (path, param) => {
  expect(sentParam(path)).toBe(param);
});

test.each<readonly [path: unknown, param: string | null]>([
  [["items", 0, { key: "name" }, { key: 1 }], "items.0.name.1"],
  [["items", { name: "key" }, "name"], "items"],
  [["items", Symbol("x"), "name"], "items"],
  [[{ key: {} }], null],
  [7, null],
])("reads the segments %j as %s", (path, param) => {
  expect(sentParam(path)).toBe(param);
});

test.each<readonly [what: string, detailText: (text: string) => unknown, param: string | null]>([
  ["ends before what a service's own sanitizer removes", (text) => text.replace("badge-7", "[credential]"), "staff"],
  ["is gone if its sanitizer throws", () => Number.NaN.toFixed(101), null],
  ["ends before what it makes longer", (text) => (text === "staff.badge-7.name" ? `${text}!` : text), "staff.badge-7"],
])("a path %s", (_what, detailText, param) => {
  const sanitizer = { ...DEFAULT_SANITIZER, detailText: detailText as (text: string) => string };
  expect(sentParam("staff.badge-7.name", sanitizer)).toBe(param);
});

test.each<readonly [what: string, make: () => unknown]>([
  ["a promise", () => Promise.resolve("a")],
  ["a promise that rejects", () => Promise.reject(new Error("x"))],
  ["a number", () => 5],
  ["nothing", () => undefined],
  ["no text", () => ""],
  ["more text", () => "a.b.c"],
])("a sanitizer that returns %s lets no param out", (_what, make) => {
  const detailText = () => make() as string;
  expect(sentParam("a.b", { message: () => ({ message: "", removed: [] }), detailText, logText: detailText })).toBe(
    null,
  );
});
