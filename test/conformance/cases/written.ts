import { LEAKY_TEXT, SECRET_VALUES, SECRETS } from "../../support/secrets.ts";
import type { Case } from "./case.ts";

/** What a bare or foreign response of each status becomes. */
const BY_STATUS: readonly (readonly [status: number, sent: number, code: string, type: string])[] = [
  [400, 400, "invalid_input", "invalid_request_error"],
  [401, 401, "acme_unauthenticated", "authentication_error"],
  [402, 402, "acme_payment_required", "invalid_request_error"],
  [403, 403, "acme_forbidden", "permission_error"],
  [404, 404, "acme_not_found", "invalid_request_error"],
  [405, 405, "acme_method_not_allowed", "invalid_request_error"],
  [406, 406, "acme_not_acceptable", "invalid_request_error"],
  [408, 408, "acme_request_timeout", "invalid_request_error"],
  [409, 409, "acme_conflict", "invalid_request_error"],
  [410, 410, "acme_gone", "invalid_request_error"],
  [412, 412, "acme_precondition_failed", "invalid_request_error"],
  [413, 413, "acme_content_too_large", "invalid_request_error"],
  [414, 414, "acme_uri_too_long", "invalid_request_error"],
  [415, 400, "invalid_input", "invalid_request_error"],
  [416, 416, "acme_range_not_satisfiable", "invalid_request_error"],
  [418, 418, "acme_http_418", "invalid_request_error"],
  [422, 400, "invalid_input", "invalid_request_error"],
  [429, 429, "rate_limited", "rate_limit_error"],
  [451, 451, "acme_http_451", "invalid_request_error"],
  [500, 500, "acme_internal_error", "server_error"],
  [501, 501, "acme_not_implemented", "server_error"],
  [502, 502, "acme_upstream_error", "server_error"],
  [503, 503, "acme_unavailable", "server_error"],
  [504, 504, "acme_upstream_timeout", "server_error"],
  [599, 599, "acme_http_599", "server_error"],
];

/** A response that something other than the contract wrote. */
export function written(
  id: string,
  title: string,
  handler: Case["handler"],
  expect: Case["expect"],
  extra: Partial<Case> = {},
): Case {
  return {
    id: `written.${id}`,
    clauses: ["ENV-1", "LEAK-1"],
    title,
    ...(handler === undefined ? {} : { handler }),
    expect,
    neverContains: SECRET_VALUES,
    ...extra,
  };
}

/** A response of a route that every service has. */
const routed = (id: string, title: string, request: Case["request"], status: number, code: string, allow?: string) =>
  written(
    id,
    title,
    undefined,
    { status, code, ...(allow !== undefined && { headers: { allow } }) },
    { ...(request && { request }) },
  );

/** A response that Node's own methods wrote. */
const byNode = (id: string, title: string, handler: Case["handler"], expect: Case["expect"]) =>
  written(id, title, handler, expect, { needs: "node-response" });

/** Responses in forms of their own. */
export const WRITTEN_CASES: readonly Case[] = [
  ...BY_STATUS.flatMap(([status, sent, code, type]) => {
    const expected = { status: sent, code, type };
    const [json, page] = [{ message: LEAKY_TEXT }, `<pre>${LEAKY_TEXT}</pre>`];
    return [
      written(`bare.${status}`, `a bare ${status}`, undefined, expected, { request: { path: `/bare/${status}` } }),
      written(`json.${status}`, `custom JSON with ${status}`, (io) => io.reply(status, json), expected),
      written(`html.${status}`, `a page with ${status}`, (io) => io.reply(status, page), expected),
    ];
  }),
  written(
    "headers",
    "headers that describe the answer stay, headers of its body go",
    (io) =>
      io.reply(405, "no", {
        Allow: "GET",
        "Access-Control-Allow-Origin": "*",
        "Set-Cookie": "theme=dark",
        "Content-Type": "text/html",
        "Content-Encoding": "br",
        "Content-Disposition": "attachment",
        "Cache-Control": "max-age=60",
        ETag: '"1"',
        "Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT",
      }),
    {
      status: 405,
      code: "acme_method_not_allowed",
      headers: {
        allow: "GET",
        "access-control-allow-origin": "*",
        "set-cookie": "theme=dark",
        "content-disposition": undefined,
        etag: undefined,
        "last-modified": undefined,
      },
    },
  ),
  written(
    "headers.copied",
    "headers that came with the date of another server's answer stay only where an error may have them from anywhere",
    (io) =>
      io.reply(503, "no", {
        Date: "Thu, 01 Jan 1970 00:00:00 GMT",
        "Retry-After": "7",
        "Set-Cookie": SECRETS.header,
        "X-Account": SECRETS.header,
        "X-Frame-Options": "DENY",
      }),
    {
      status: 503,
      code: "acme_unavailable",
      headers: {
        "retry-after": "7",
        "x-frame-options": "DENY",
        "set-cookie": undefined,
        "x-account": undefined,
      },
    },
  ),
  written(
    "challenge",
    "another's WWW-Authenticate stays",
    (io) => io.reply(401, "no", { "WWW-Authenticate": 'Basic realm="x"' }),
    { status: 401, code: "acme_unauthenticated", headers: { "www-authenticate": 'Basic realm="x"' } },
  ),
  written(
    "challenge.bearer",
    "a challenge that asks for a bearer token says what is missing",
    (io) => io.reply(401, "no", { "WWW-Authenticate": 'Basic realm="x", Bearer realm="y"' }),
    { status: 401, code: "missing_credential", headers: { "www-authenticate": 'Basic realm="x", Bearer realm="y"' } },
  ),
  written(
    "challenge.forbidden",
    "a 403 keeps the challenge that the service has set, and its code says no more than the status",
    (io) => io.reply(403, "no", { "WWW-Authenticate": 'Bearer error="insufficient_scope"' }),
    {
      status: 403,
      code: "acme_forbidden",
      headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
    },
  ),
  written(
    "forbidden",
    "a 403 gets no challenge, upon which a client would ask for another token",
    (io) => io.reply(403),
    {
      status: 403,
      code: "acme_forbidden",
      headers: { "www-authenticate": undefined },
    },
  ),
  written("retry-after", "another's Retry-After stays", (io) => io.reply(429, "slow", { "Retry-After": "9" }), {
    status: 429,
    code: "rate_limited",
    headers: { "retry-after": "9", "retry-after-ms": "9000", "x-should-retry": "true" },
  }),
  byNode(
    "write-head",
    "an answer written with Node's own methods",
    ({ response }) => {
      response.writeHead(403, LEAKY_TEXT.split("\n", 1)[0], { "Content-Type": "text/plain", "Content-Length": "4" });
      response.write("no");
      response.end("pe");
    },
    { status: 403, code: "acme_forbidden" },
  ),
  byNode(
    "write-head.list",
    "headers given as a flat list",
    ({ response }) => {
      response.writeHead(403, ["X-RateLimit-Limit", "5", "Content-Type", "text/plain"]);
      response.end("nope");
    },
    { status: 403, code: "acme_forbidden", headers: { "x-ratelimit-limit": "5" } },
  ),
  byNode(
    "write-head.wrapped",
    "headers handed on by a function that takes three arguments",
    ({ response }) => {
      response.writeHead(429, { "Retry-After": "3" } as never, undefined as never);
      response.end("slow");
    },
    { status: 429, code: "rate_limited", headers: { "retry-after": "3", "retry-after-ms": "3000" } },
  ),
  byNode(
    "write-head.cookies",
    "cookies that were set stay, and those given to writeHead, which may be another service's, do not",
    ({ response }) => {
      response.setHeader("Set-Cookie", ["a=1", "b=2"]);
      response.writeHead(403, ["Set-Cookie", "c=3", "Set-Cookie", "d=4"] as unknown as Record<string, string>);
      response.end();
    },
    { status: 403, code: "acme_forbidden", headers: { "set-cookie": "a=1, b=2" } },
  ),
  byNode(
    "status.text",
    "a status that was set as a string",
    ({ response }) => {
      response.statusCode = "404" as unknown as number;
      response.end();
    },
    { status: 404, code: "acme_not_found" },
  ),
  byNode(
    "flushed",
    "headers flushed before the body",
    ({ response }) => {
      response.statusCode = 500;
      response.flushHeaders();
      response.end(LEAKY_TEXT);
    },
    { status: 500, code: "acme_internal_error" },
  ),
  byNode(
    "chunks",
    "an answer in many chunks, larger than any envelope",
    ({ response }) => {
      response.statusCode = 502;
      for (let index = 0; index < 200; index += 1) response.write(LEAKY_TEXT.repeat(10));
      response.end();
    },
    { status: 502, code: "acme_upstream_error" },
  ),
  byNode(
    "then-thrown",
    "half of a foreign error, then a throw",
    ({ response }) => {
      response.writeHead(502, { "Content-Type": "text/html" });
      response.write("<p>half of it");
      throw new Error(LEAKY_TEXT);
    },
    { status: 502, code: "acme_upstream_error" },
  ),
  routed("limiter", "a rate limiter that sends its own answer", { path: "/limited" }, 429, "rate_limited"),
  routed("static.missing", "a static file that is missing", { path: "/static/nope.txt" }, 404, "acme_not_found"),
  routed("static.dotfile", "a static file that is denied", { path: "/static/.env" }, 403, "acme_forbidden"),
  routed(
    "static.traversal",
    "a path out of the static folder",
    { path: "/static/..%2f..%2fpackage.json" },
    403,
    "acme_forbidden",
  ),
  routed(
    "static.method",
    "a static file by another method",
    { method: "POST", path: "/static/hello.txt" },
    405,
    "acme_method_not_allowed",
    "GET, HEAD",
  ),
  routed(
    "static.range",
    "a range outside a static file",
    { path: "/static/hello.txt", headers: { Range: "bytes=999-" } },
    416,
    "acme_range_not_satisfiable",
  ),
  routed(
    "static.precondition",
    "a precondition that does not hold",
    { path: "/static/hello.txt", headers: { "If-Match": '"other"' } },
    412,
    "acme_precondition_failed",
  ),
  routed(
    "format",
    "content negotiation that fails",
    { path: "/format", headers: { Accept: "image/png" } },
    406,
    "acme_not_acceptable",
  ),
  routed(
    "compressed",
    "an error that a compressor has packed",
    { path: "/compressed/502", headers: { "Accept-Encoding": "gzip" } },
    502,
    "acme_upstream_error",
  ),
  written(
    "no-route",
    "an unknown route",
    undefined,
    { status: 404, code: "acme_route_not_found" },
    {
      clauses: ["ENV-1", "LEAK-2"],
      request: { path: `/nowhere/${SECRETS.header}` },
    },
  ),
  written("no-answer", "a handler that passes the request on", (io) => io.next(), {
    status: 404,
    code: "acme_not_found",
  }),
  routed(
    "wrong-method",
    "a known route by another method",
    { method: "DELETE", path: "/methods/1" },
    405,
    "acme_method_not_allowed",
    "GET, HEAD",
  ),
];
