import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { toNginx } from "@uhp-errors/exports";
import { attach, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { schemaCheck } from "../support/envelope-schema.ts";
import { FIXED_FIELDS } from "../support/error-headers.ts";
import { freePort } from "../support/free-port.ts";
import { parseMessage, type Received, type Sent, send, sendBytes } from "../support/http.ts";
import { type RunningNginx, startNginx } from "./running-nginx.ts";

/** A message with everything that has a meaning in nginx. */
const HOSTILE = "It's \"down\" at $request_uri, $\u007bhost} or $1; } # \\ \\n \\' 過負荷 😀";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_upstream_error: { message: HOSTILE }, acme_forbidden: { message: `x${"$".repeat(499)}` } },
});
const checkSchema = schemaCheck(acme);

let service: Server;
let nginx: RunningNginx;
/** The ids that nginx gave to the requests that reached the service. */
const ids: unknown[] = [];

beforeAll(async () => {
  const contract = createContract(acme, { onError: () => {} });
  const app = express();
  app.use(uhp(contract));
  app.get("/own/:status", ({ params, headers }, response) => {
    ids.push(headers["x-request-id"]);
    if (params.status === "404") throw acme.error("harness_not_found");
    if (params.status === "502") throw acme.error("memory_unavailable");
    response.json({ fine: true });
  });
  app.all("/slow", () => {});
  app.use(uhpErrorHandler(contract));
  service = app.listen(0, "127.0.0.1");
  attach(service, contract);
  await once(service, "listening");
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  nginx = await startNginx(
    toNginx(acme),
    `limit_req_zone $binary_remote_addr zone=requests:1m rate=1r/m;
    charset utf-8;
    types { text/html html; }`,
    `client_max_body_size 1k;
    large_client_header_buffers 2 1k;
    root .;
    location /own { proxy_pass ${upstream}; proxy_set_header X-Request-Id $request_id; }
    location /slow { proxy_pass ${upstream}; proxy_read_timeout 300ms; }
    location /dead { proxy_pass http://127.0.0.1:${await freePort()}; }
    location /limited { limit_req zone=requests; proxy_pass ${upstream}/own/200; }
    location /denied { deny all; }
    location /broken { return 500; }
    location /closed { return 503; }
    location /login { auth_basic "Acme"; auth_basic_user_file passwords; }`,
  );
});
afterAll(async () => {
  await nginx.stop();
  service.closeAllConnections();
  service.close();
});

/** What a client gets. Every envelope must fit the catalog's strict schema. */
async function ask(sent: Sent): Promise<Received> {
  const received = await send(nginx.url, sent);
  if (received.body !== "") checkSchema(received);
  return received;
}

const HEADERS = {
  ...FIXED_FIELDS,
  "uhp-version": "2026-10-04",
  "x-request-id": expect.stringMatching(/^[0-9a-f]{32}$/),
};

const LONG = "x".repeat(3_000);

describe("nginx itself answers with an envelope", () => {
  test.each<[what: string, sent: Sent, status: number, code: string, shouldRetry: string]>([
    ["a dead service", { path: "/dead" }, 502, "acme_upstream_error", "true"],
    ["a dead service at a path with an extension", { path: "/dead/page.html" }, 502, "acme_upstream_error", "true"],
    ["a dead service, to a POST", { path: "/dead", method: "POST" }, 502, "acme_upstream_error", "false"],
    [
      "a dead service, to a POST with a key",
      { path: "/dead", method: "POST", headers: { "Idempotency-Key": "0" } },
      502,
      "acme_upstream_error",
      "true",
    ],
    ["a slow service", { path: "/slow" }, 504, "acme_upstream_timeout", "true"],
    ["a large body", { path: "/own/200", method: "POST", body: LONG }, 413, "acme_content_too_large", "false"],
    ["a file that is not there", { path: "/missing.html" }, 404, "acme_route_not_found", "false"],
    ["an internal address", { path: "/.uhp-errors/400" }, 404, "acme_route_not_found", "false"],
    ["a denied address", { path: "/denied" }, 403, "acme_forbidden", "false"],
    [
      "a method that files do not have",
      { path: "/nginx.conf", method: "POST" },
      405,
      "acme_method_not_allowed",
      "false",
    ],
    ["a method that nginx refuses", { path: "/own/200", method: "TRACE" }, 405, "acme_method_not_allowed", "false"],
    [
      "a range outside of a file",
      { path: "/nginx.conf", headers: { Range: "bytes=99999-" } },
      416,
      "acme_range_not_satisfiable",
      "false",
    ],
    [
      "a failed condition",
      { path: "/nginx.conf", headers: { "If-Match": '"x"' } },
      412,
      "acme_precondition_failed",
      "false",
    ],
    ["a long address", { path: `/${LONG}` }, 414, "acme_uri_too_long", "false"],
    ["a large header", { headers: { "X-Large": LONG } }, 431, "acme_headers_too_large", "false"],
    ["an error of its own", { path: "/broken" }, 500, "acme_internal_error", "true"],
    ["a closed address", { path: "/closed" }, 503, "acme_unavailable", "true"],
  ])("to %s", async (_what, sent, status, code, shouldRetry) => {
    const { headers, body, ...received } = await ask(sent);
    const { error } = JSON.parse(body);
    expect([received.status, error.code]).toEqual([status, code]);
    expect(headers).toMatchObject({ ...HEADERS, "x-should-retry": shouldRetry });
    const id = [500, 502, 504].includes(status) ? { correlation_id: headers["x-request-id"] } : null;
    expect([error.param, error.detail]).toEqual([null, id]);
  });

  test("to more requests than a limit allows", async () => {
    const [first, second] = [await send(nginx.url, { path: "/limited" }), await ask({ path: "/limited" })];
    expect([first.status, second.status, JSON.parse(second.body).error.code]).toEqual([200, 429, "rate_limited"]);
    expect(second.headers).toMatchObject({ ...HEADERS, "x-should-retry": "true" });
  });

  test("to a request without a password, and keeps the challenge", async () => {
    const { status, headers, body } = await ask({ path: "/login" });
    expect([status, JSON.parse(body).error.code]).toEqual([401, "acme_unauthenticated"]);
    expect(headers).toMatchObject({ ...HEADERS, "www-authenticate": 'Basic realm="Acme"' });
  });

  test("to HEAD, without a body", async () => {
    const { status, headers, body } = await ask({ path: "/dead", method: "HEAD" });
    expect([status, body]).toEqual([502, ""]);
    expect(headers).toMatchObject({ ...HEADERS, "x-should-retry": "true" });
  });

  test.each([
    ["that are no HTTP", "nonsense\r\n\r\n", 400, "invalid_input"],
    ["of another version", "GET / HTTP/9.0\r\nHost: x\r\n\r\n", 505, "acme_http_505"],
    ["without a host", "GET / HTTP/1.1\r\n\r\n", 400, "invalid_input"],
    [
      "with an unknown coding",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: x\r\n\r\n",
      501,
      "acme_not_implemented",
    ],
    ["whose address leaves the root", "GET /../x HTTP/1.1\r\nHost: x\r\n\r\n", 400, "invalid_input"],
  ])("to bytes %s", async (_what, bytes, status, code) => {
    const { headers, body, ...received } = parseMessage(await sendBytes(nginx.url, bytes));
    expect([received.status, JSON.parse(body).error.code]).toEqual([status, code]);
    expect(headers).toMatchObject(HEADERS);
  });
});

describe("a message is sent as the catalog has it", () => {
  test.each([
    ["/dead", HOSTILE],
    ["/denied", `x${"$".repeat(499)}`],
  ])("at %s", async (path, message) => {
    expect(JSON.parse((await ask({ path })).body).error.message).toBe(message);
  });
});

describe("a response of the service passes unchanged", () => {
  test.each([
    ["404", "harness_not_found"],
    ["502", "memory_unavailable"],
  ])("with status %s", async (status, code) => {
    const received = await ask({ path: `/own/${status}` });
    expect([received.status, JSON.parse(received.body).error.code]).toEqual([Number(status), code]);
    expect(received.headers["x-request-id"]).toBe(ids.at(-1));
  });
});
