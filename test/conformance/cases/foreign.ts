import { gzipSync } from "node:zlib";
import axios from "axios";
import createError from "http-errors";
import { errors as undici } from "undici";
import * as v from "valibot";
import { z } from "zod";
import { SECRET_VALUES, SECRETS } from "../../support/secrets.ts";
import { type Case, throwing } from "./case.ts";

const JSON_TYPE = "application/json";
const json = { "Content-Type": JSON_TYPE };
const secretBody = `{"password": "${SECRETS.password}"`;
/** A chunked body, without a known length. */
const inChunks = { ...json, "Transfer-Encoding": "chunked" };
const inGzip = { ...json, "Content-Encoding": "gzip" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const long = `{"a":"${"x".repeat(2_000)}"}`;
const tooLarge = {
  status: 413,
  code: "acme_content_too_large",
  type: "invalid_request_error",
  detail: { max_bytes: 1_000 },
};
const parameters = Array.from({ length: 11 }, (_, index) => `p${index}=1`).join("&");
const notJson = { status: 400, code: "invalid_input", param: null, detail: null };

function posted(
  id: string,
  title: string,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array,
  expect: Case["expect"] = notJson,
): Case {
  return {
    id: `body-parser.${id}`,
    clauses: ["ENV-4", "LEAK-2"],
    title,
    request: { method: "POST", path, headers, body },
    expect,
    neverContains: SECRET_VALUES,
  };
}

const PARSER_CASES: readonly Case[] = [
  posted("syntax", "JSON that does not parse is not quoted", "/json", json, secretBody),
  posted("syntax.chunked", "JSON in chunks that does not parse is not quoted", "/json", inChunks, secretBody),
  posted("strict", "JSON whose top level is no object", "/json", json, `"${SECRETS.password}"`),
  posted(
    "charset",
    "an unknown charset",
    "/json",
    { "Content-Type": `${JSON_TYPE}; charset=${SECRETS.password}` },
    "{}",
  ),
  posted("encoding", "an unknown content encoding", "/json", { ...json, "Content-Encoding": SECRETS.password }, "{}"),
  posted("corrupt", "a corrupt gzip body", "/json", inGzip, "not gzip at all"),
  posted("truncated", "a truncated gzip body", "/json", inGzip, gzipSync("{}".padEnd(500)).subarray(0, 15)),
  posted("brotli", "a corrupt brotli body", "/json", { ...json, "Content-Encoding": "br" }, "not brotli"),
  posted("too-large", "a body over the limit", "/json", json, long, tooLarge),
  posted("too-large.chunked", "a body in chunks over the limit", "/json", inChunks, long, tooLarge),
  posted(
    "inflated-too-large",
    "a body that is over the limit once inflated",
    "/json",
    inGzip,
    gzipSync(JSON.stringify({ a: "x".repeat(5_000) })),
    tooLarge,
  ),
  posted("parameters", "too many form parameters", "/form", form, parameters),
  posted("depth", "a form nested too deeply", "/form", form, `a${"[b]".repeat(40)}=${SECRETS.password}`),
  posted("verify", "a verify function that refuses", "/signed", json, "{}", {
    status: 403,
    code: "acme_forbidden",
    type: "permission_error",
  }),
];

const schema = z.strictObject({
  input: z.array(z.object({ content: z.array(z.object({ type: z.enum(["text", "image"]) })) })),
});

function invalid(id: string, title: string, make: () => unknown, param: string | null, issues: unknown): Case {
  return {
    id: `validation.${id}`,
    clauses: ["ENV-4", "ENV-7", "LEAK-2"],
    title,
    handler: throwing(make),
    expect: { status: 400, code: "invalid_input", type: "invalid_request_error", param, detail: { issues } },
    neverContains: SECRET_VALUES,
  };
}

const NOT_VALID = "This field is not valid.";

const VALIDATION_CASES: readonly Case[] = [
  invalid(
    "zod",
    "zod: the first issue's path, dotted, and no received value",
    () => schema.safeParse({ input: [{ content: [{ type: "text" }, { type: SECRETS.password }] }] }).error,
    "input.0.content.1.type",
    [{ param: "input.0.content.1.type", message: 'Invalid option: expected one of "text"|"image"' }],
  ),
  invalid(
    "zod-unknown-key",
    "zod: an unknown key is named only when it is a plain field name",
    () => schema.safeParse({ input: [], [`${SECRETS.password} ${SECRETS.path}`]: 1 }).error,
    null,
    [{ param: null, message: "This field is not known." }],
  ),
  invalid("zod-root", "zod: a fault of the whole body has no param", () => schema.safeParse(3).error, null, [
    { param: null, message: "Invalid input: expected object, received number" },
  ]),
  invalid(
    "zod-many",
    "zod: at most 20 issues are listed",
    () => z.array(z.string()).safeParse(Array(50).fill(1)).error,
    "0",
    Array.from({ length: 20 }, (_, index) => ({
      param: String(index),
      message: "Invalid input: expected string, received number",
    })),
  ),
  invalid(
    "zod-leaky-text",
    "zod: an author's own message is sanitized",
    () => z.string({ error: `see ${SECRETS.path}` }).safeParse(1).error,
    null,
    [{ param: null, message: "see [path]" }],
  ),
  invalid(
    "valibot",
    "valibot: its messages quote the value, so they are replaced",
    () => {
      const schema = v.object({ a: v.object({ b: v.number() }) });
      const { issues = [] } = v.safeParse(schema, { a: { b: SECRETS.password } });
      return new v.ValiError(issues as [v.BaseIssue<unknown>]);
    },
    "a.b",
    [{ param: "a.b", message: NOT_VALID }],
  ),
  invalid(
    "valibot-root",
    "valibot: issues of the whole body, thrown as a list",
    () => (v.string()["~standard"].validate(1) as { issues: unknown }).issues,
    null,
    [{ param: null, message: NOT_VALID }],
  ),
  invalid(
    "standard-result",
    "a Standard Schema failure, thrown as it is",
    () => v.object({ a: v.number() })["~standard"].validate({ a: SECRETS.password }),
    "a",
    [{ param: "a", message: NOT_VALID }],
  ),
  invalid(
    "standard-list",
    "a list of Standard Schema issues, thrown as it is",
    () => [{ message: SECRETS.password, path: ["a", { key: 0 }] }],
    "a.0",
    [{ param: "a.0", message: NOT_VALID }],
  ),
];

function httpError(id: string, make: () => unknown, expect: Case["expect"], request?: Case["request"]): Case {
  return {
    id: `http-errors.${id}`,
    clauses: ["ENV-4", "LEAK-1"],
    title: `http-errors ${id}`,
    handler: throwing(make),
    ...(request === undefined ? {} : { request }),
    expect,
    neverContains: SECRET_VALUES,
  };
}

const text = SECRETS.password;
const headers = { "Retry-After": "7", "Set-Cookie": SECRETS.header, "X-Evil": SECRETS.header, Allow: "GET, PUT" };

/** The fields alone do not make an http-error: this is JSON of another service, thrown. */
const LOOKALIKE = { expose: true, status: 404, statusCode: 404, message: SECRETS.password };

const HTTP_ERROR_CASES: readonly Case[] = [
  httpError("400", () => createError(400, text), { status: 400, code: "invalid_input" }),
  httpError("401", () => createError(401, text), {
    status: 401,
    code: "acme_unauthenticated",
    headers: { "www-authenticate": undefined },
  }),
  httpError(
    "401 with a token",
    () => createError(401, text),
    { status: 401, code: "acme_unauthenticated", headers: { "www-authenticate": undefined } },
    { headers: { Authorization: "bearer abc" } },
  ),
  httpError(
    "401 with a challenge",
    () => createError(401, text, { headers: { "WWW-Authenticate": 'Basic realm="Acme"' } }),
    { status: 401, code: "acme_unauthenticated", headers: { "www-authenticate": 'Basic realm="Acme"' } },
  ),
  httpError(
    "401 with a challenge that says what was wrong",
    () => createError(401, text, { headers: { "WWW-Authenticate": `Bearer error="invalid_token", x="${text}"` } }),
    { status: 401, code: "invalid_credential", headers: { "www-authenticate": "Bearer" } },
    { headers: { Authorization: "bearer abc" } },
  ),
  httpError("403", () => createError(403, text), { status: 403, code: "acme_forbidden", type: "permission_error" }),
  httpError("404", () => createError(404, text), { status: 404, code: "acme_not_found" }),
  httpError("405 with Allow", () => createError(405, text, { headers }), {
    status: 405,
    code: "acme_method_not_allowed",
    headers: { allow: "GET, PUT", "set-cookie": undefined, "x-evil": undefined, "retry-after": undefined },
  }),
  httpError("413 without a limit", () => createError(413, text), { status: 413, code: "acme_content_too_large" }),
  httpError("413 with a limit", () => createError(413, text, { limit: 9 }), {
    status: 413,
    code: "acme_content_too_large",
    detail: { max_bytes: 9 },
  }),
  httpError("415", () => createError(415, text), { status: 400, code: "invalid_input" }),
  httpError("416 with the length", () => createError(416, text, { headers: { "Content-Range": "bytes */9" } }), {
    status: 416,
    code: "acme_range_not_satisfiable",
    headers: { "content-range": "bytes */9" },
  }),
  httpError(
    "416 with a text in Content-Range",
    () => createError(416, text, { headers: { "Content-Range": `bytes */9, ${text}` } }),
    { status: 416, code: "acme_range_not_satisfiable", headers: { "content-range": undefined } },
  ),
  httpError("418", () => createError(418, text), { status: 418, code: "acme_http_418", type: "invalid_request_error" }),
  httpError("422", () => createError(422, text), { status: 400, code: "invalid_input" }),
  httpError("429 with Retry-After", () => createError(429, text, { headers }), {
    status: 429,
    code: "rate_limited",
    headers: { "retry-after": "7", "retry-after-ms": "7000", "set-cookie": undefined, allow: undefined },
  }),
  httpError("500", () => createError(500, text), { status: 500, code: "acme_internal_error" }),
  httpError("503 with Retry-After", () => createError(503, text, { headers }), {
    status: 503,
    code: "acme_unavailable",
    headers: { "retry-after": "7" },
  }),
  httpError("in looks only", () => LOOKALIKE, { status: 500, code: "acme_internal_error" }),
  httpError("405 with a text in Allow", () => createError(405, text, { headers: { Allow: "HUNTER TWO" } }), {
    status: 405,
    code: "acme_method_not_allowed",
    headers: { allow: undefined },
  }),
  httpError("of an upstream answer", () => createError(404, upstreamSdkError()), {
    status: 500,
    code: "acme_internal_error",
  }),
];

/** What an API client's SDK throws for another service's 401. Its status and headers must not be sent. */
function upstreamSdkError(): Error {
  return Object.assign(new Error(`401 ${SECRETS.password}`), {
    status: 401,
    headers: { "set-cookie": SECRETS.header },
    requestID: "req_1",
    error: { message: SECRETS.password },
  });
}

function upstream(id: string, make: () => unknown, code: string, status: number): Case {
  return {
    id: `upstream.${id}`,
    clauses: ["LEAK-1"],
    title: `an upstream failure: ${id}`,
    handler: throwing(make),
    expect: {
      status,
      code,
      type: "server_error",
      headers: { "set-cookie": undefined, "x-internal-host": undefined, "transfer-encoding": undefined },
    },
    neverContains: SECRET_VALUES,
  };
}

const upstreamHeaders = {
  "set-cookie": SECRETS.header,
  "x-internal-host": SECRETS.host,
  "transfer-encoding": "chunked",
};

const FAILED = ["acme_upstream_error", 502] as const;
const LATE = ["acme_upstream_timeout", 504] as const;
const UNKNOWN = ["acme_internal_error", 500] as const;

const refusal = { headers: upstreamHeaders, body: SECRETS.password };
const parserError = () => Object.assign(new undici.HTTPParserError(SECRETS.host), { code: "HPE_INVALID" });
const graphQl = [{ message: "x", path: ["a"], locations: [] }];
const invalidThere = { name: "ZodError", issues: [{ message: "x", path: ["a"] }] };

const UPSTREAM_CASES: readonly Case[] = [
  upstream("undici ResponseError 401", () => new undici.ResponseError("Unauthorized", 401, refusal), ...FAILED),
  upstream("undici ConnectTimeoutError", () => new undici.ConnectTimeoutError(SECRETS.host), ...LATE),
  upstream("undici misuse", () => new undici.InvalidArgumentError(SECRETS.host), ...UNKNOWN),
  upstream("undici HTTPParserError", parserError, ...FAILED),
  upstream("another service's GraphQL errors", () => graphQl, ...UNKNOWN),
  upstream("another service's validation failure", () => invalidThere, ...UNKNOWN),
  {
    ...upstream("fetch that takes too long", () => undefined, ...LATE),
    // Some versions of Node reconnect after an aborted fetch, and send nothing on the new connection.
    alone: true,
    handler: async (io) => {
      await fetch(new URL("/silent", io.url), { signal: AbortSignal.timeout(20) });
    },
  },
  upstream("SDK error with a status", upstreamSdkError, ...UNKNOWN),
  {
    ...upstream("fetch that cannot connect", () => undefined, ...FAILED),
    // Port 2 of the loopback address is closed, so this is what fetch itself throws. Some runtimes refuse to ask port 1.
    handler: async () => fetch(`http://127.0.0.1:2/${SECRETS.password}`),
  },
  {
    ...upstream("axios that cannot connect", () => undefined, ...FAILED),
    handler: async () => axios.get(`http://127.0.0.1:2/${SECRETS.password}`),
  },
  upstream(
    "axios with a response",
    () =>
      new axios.AxiosError(SECRETS.password, "ERR_BAD_REQUEST", undefined, undefined, {
        status: 401,
        statusText: SECRETS.password,
        headers: { ...upstreamHeaders, "set-cookie": [SECRETS.header] },
        config: { headers: new axios.AxiosHeaders() },
        data: SECRETS.password,
      }),
    ...FAILED,
  ),
  upstream("axios timeout", () => new axios.AxiosError(SECRETS.host, "ECONNABORTED"), ...LATE),
];

export const FOREIGN_CASES: readonly Case[] = [
  ...PARSER_CASES,
  ...VALIDATION_CASES,
  ...HTTP_ERROR_CASES,
  ...UPSTREAM_CASES,
  {
    id: "router.percent-escape",
    clauses: ["ENV-4", "LEAK-2"],
    title: "a path parameter that cannot be decoded is not quoted",
    request: { path: `/methods/%ff${SECRETS.password}` },
    expect: { status: 400, code: "invalid_input", param: null },
    neverContains: SECRET_VALUES,
  },
];
