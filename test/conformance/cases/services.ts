import { Readable } from "node:stream";
import createError from "http-errors";
import { acme } from "../../support/catalog.ts";
import { fileLimit } from "../../support/file-limit.ts";
import { LEAKY_TEXT, SECRET_VALUES, SECRETS } from "../../support/secrets.ts";
import { type Case, throwing } from "./case.ts";

const BEARER = { headers: { "WWW-Authenticate": "Bearer" } };

const token = { Authorization: `Bearer ${SECRETS.password}` };

function access(
  id: string,
  clause: "AUT-1" | "AUT-2" | "AUT-3",
  handler: Case["handler"],
  code: string,
  sent = {},
): Case {
  const status = clause === "AUT-3" ? 403 : 401;
  return {
    id: `access.${id}`,
    clauses: [clause, "LEAK-2"],
    title: `${clause}: ${id}`,
    ...(handler === undefined ? {} : { handler }),
    request: { headers: sent },
    expect: {
      status,
      code,
      type: status === 401 ? "authentication_error" : "permission_error",
      headers: { "www-authenticate": status === 401 ? "Bearer" : 'Bearer error="insufficient_scope"' },
    },
    neverContains: SECRET_VALUES,
  };
}

const refusing = (code: "missing_credential" | "invalid_credential" | "insufficient_scope") =>
  throwing(() => acme.error(code));
const byHttpError = throwing(() => createError(401, LEAKY_TEXT, BEARER));
const bare: Case["handler"] = (io) => io.reply(401, LEAKY_TEXT, BEARER.headers);

const ACCESS_CASES: readonly Case[] = [
  access("no-token", "AUT-1", refusing("missing_credential"), "missing_credential"),
  access("no-token.http-error", "AUT-1", byHttpError, "missing_credential"),
  access("no-token.bare", "AUT-1", bare, "missing_credential"),
  access("bad-token", "AUT-2", refusing("invalid_credential"), "invalid_credential", token),
  access("bad-token.http-error", "AUT-2", byHttpError, "invalid_credential", token),
  access("bad-token.bare", "AUT-2", bare, "invalid_credential", token),
  access("scope", "AUT-3", refusing("insufficient_scope"), "insufficient_scope", token),
  {
    ...access("challenge", "AUT-1", undefined, "missing_credential"),
    handler: (io) => {
      io.set("WWW-Authenticate", 'Bearer realm="acme"');
      throw acme.error("missing_credential");
    },
    expect: {
      status: 401,
      code: "missing_credential",
      headers: { "www-authenticate": 'Bearer realm="acme"' },
    },
  },
];

/** A form with one file of this many bytes, as a browser sends it. */
function upload(bytes: number): NonNullable<Case["request"]> {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${SECRETS.password}"\r\n`;
  return {
    method: "POST",
    path: "/upload",
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
    body: `${head}Content-Type: text/plain\r\n\r\n${"x".repeat(bytes)}\r\n--b--\r\n`,
  };
}

const LIMIT_CASES: readonly Case[] = [
  {
    id: "limit.upload",
    clauses: ["LIM-1", "COD-2", "LEAK-2"],
    title: "a file over the limit, which the refusal states",
    options: { recognize: [fileLimit(1_000)] },
    request: upload(5_000),
    expect: { status: 413, code: "file_too_large", param: "file", detail: { max_bytes: 1_000 } },
    neverContains: SECRET_VALUES,
  },
  {
    id: "limit.upload.broken",
    clauses: ["ENV-4", "LEAK-2"],
    title: "an upload without a boundary",
    request: {
      method: "POST",
      path: "/upload",
      headers: { "Content-Type": "multipart/form-data" },
      body: SECRETS.password,
    },
    expect: { status: 400, code: "invalid_input", param: null },
    neverContains: SECRET_VALUES,
  },
  {
    id: "limit.rate",
    clauses: ["LIM-2"],
    title: "too many requests, with a known wait",
    handler: throwing(() => acme.error("rate_limited", { retryAfter: 2.5 })),
    expect: {
      status: 429,
      code: "rate_limited",
      headers: { "retry-after": "3", "retry-after-ms": "2500", "x-should-retry": "true" },
    },
  },
  {
    id: "limit.rate.set-before",
    clauses: ["LIM-2"],
    title: "too many requests, with the wait that a limiter has set before it threw",
    handler: (io) => {
      io.set("Retry-After", "7");
      throw createError(429, LEAKY_TEXT);
    },
    expect: { status: 429, code: "rate_limited", headers: { "retry-after": "7", "retry-after-ms": "7000" } },
    neverContains: SECRET_VALUES,
  },
  {
    id: "limit.quota",
    clauses: ["LIM-2"],
    title: "a spent budget is not retryable",
    handler: throwing(() => acme.error("quota_exhausted")),
    expect: {
      status: 429,
      code: "quota_exhausted",
      headers: { "retry-after": undefined, "x-should-retry": "false" },
    },
  },
];

function validated(id: string, title: string, body: unknown, param: string | null, message: string): Case {
  return {
    id: `validated.${id}`,
    clauses: ["ENV-4", "ENV-7", "LEAK-2"],
    title,
    request: {
      method: "POST",
      path: "/validated",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    },
    expect: { status: 400, code: "invalid_input", param, detail: { issues: [{ param, message }] } },
    neverContains: SECRET_VALUES,
  };
}

const VALIDATED_CASES: readonly Case[] = [
  validated("required", "a required field is missing", {}, "name", "must have required property 'name'"),
  validated("short", "a text is too short", { name: "x" }, "name", "must NOT have fewer than 2 characters"),
  validated(
    "nested",
    "a field inside a list",
    { name: "xy", tags: [{}, { rank: SECRETS.password }] },
    "tags.1.rank",
    "must be integer",
  ),
];

const cycle: Record<string, unknown> = {};
cycle["self"] = cycle;

function unserialisable(id: string, make: () => object): Case {
  return {
    id: `unserialisable.${id}`,
    clauses: ["ENV-1", "LEAK-1"],
    title: `a success that cannot be serialized: ${id}`,
    handler: (io) => io.reply(200, make()),
    expect: { status: 500, code: "acme_internal_error", type: "server_error" },
    neverContains: SECRET_VALUES,
  };
}

const ANSWER_CASES: readonly Case[] = [
  unserialisable("big-integer", () => ({ a: 1n })),
  unserialisable("cycle", () => cycle),
  unserialisable("toJSON", () => ({ toJSON: throwing(() => new Error(LEAKY_TEXT)) })),
  {
    id: "stream.fails-at-once",
    clauses: ["STR-2", "LEAK-1"],
    title: "a stream that fails before its first byte",
    handler: (io) => io.reply(200, failingStream(), { "Content-Type": "text/event-stream" }),
    expect: { status: 500, code: "acme_internal_error" },
    neverContains: SECRET_VALUES,
  },
  ...Object.entries({ 200: "X-Tenant", 302: "Location" }).map(
    ([status, field]): Case => ({
      id: `headers.invalid.${status}`,
      clauses: ["ENV-1", "LEAK-1"],
      title: `a ${field} that no header can hold, on an answer with ${status}`,
      handler: (io) => io.reply(Number(status), "ok", { [field]: `/Zażółć/${SECRETS.password}` }),
      expect: { status: 500, code: "acme_internal_error" },
      neverContains: SECRET_VALUES,
    }),
  ),
  {
    id: "headers.invalid.node",
    clauses: ["ENV-1", "LEAK-1"],
    title: "a header that no response can have, given to Node",
    needs: "node-response",
    handler: ({ response }) => {
      response.writeHead(200, { [`X ${SECRETS.password}`]: "1" });
    },
    expect: { status: 500, code: "acme_internal_error" },
    neverContains: SECRET_VALUES,
  },
  {
    id: "target.absolute",
    clauses: ["ENV-1"],
    title: "a request whose target is a whole URL is answered as its path is",
    handler: () => {
      throw acme.error("harness_not_found");
    },
    request: { path: "http://service.test/case" },
    expect: { status: 404, code: "harness_not_found" },
  },
  {
    id: "target.absolute.no-route",
    clauses: ["ENV-4"],
    title: "a whole URL without a route",
    request: { path: "http://service.test/nowhere" },
    expect: { status: 404, code: "acme_route_not_found" },
  },
  {
    id: "headers.set-before",
    clauses: ["ENV-1"],
    title: "headers that were set before a throw stay, and those of another body go",
    handler: (io) => {
      io.set("Access-Control-Allow-Origin", "https://a.example");
      io.set("Content-Disposition", "attachment");
      io.set("ETag", '"1"');
      throw acme.error("harness_not_found");
    },
    expect: {
      status: 404,
      code: "harness_not_found",
      headers: {
        "access-control-allow-origin": "https://a.example",
        "content-disposition": undefined,
        etag: undefined,
      },
    },
  },
];

function failingStream(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error(LEAKY_TEXT));
    },
  });
}

/** What services do apart from throwing: they check access, take uploads, validate, limit and stream. */
export const SERVICE_CASES: readonly Case[] = [...ACCESS_CASES, ...LIMIT_CASES, ...VALIDATED_CASES, ...ANSWER_CASES];
