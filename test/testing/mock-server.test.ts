import { parseTaskError } from "@uhp-errors/client";
import { defineCatalog } from "@uhp-errors/core";
import { expectContractError, expectKeepsContract, type MockServer, mockServer } from "@uhp-errors/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { expectEnvelope } from "../support/envelope.ts";
import { PUBLIC_VERSIONS } from "../support/expected-codes.ts";
import { send, sendBytes } from "../support/http.ts";
import { acme } from "./service.ts";

const CODES = Object.keys(acme.codes).map((code) => ({ code, definition: acme.definition(code) }));

let mock: MockServer;
beforeAll(async () => {
  mock = await mockServer(acme);
});
afterAll(() => mock.close());

describe.each(PUBLIC_VERSIONS)("in %s", (version) => {
  test.each(CODES)("$code is raised", async ({ code, definition }) => {
    const headers = { "UHP-Version": version };
    const asked = () =>
      fetch(`${mock.url}/raise/${code}?param=a.b&retry_after=7`, { method: "POST", headers, body: "{}" });
    const response = await asked();
    await expectKeepsContract(response, acme);
    if (definition?.where !== "request") {
      const failure = parseTaskError(await response.json(), { catalog: acme });
      return expect([response.status, failure?.code]).toEqual([200, code]);
    }
    await expectContractError(response, code, { catalog: acme, param: "a.b" });
    expectEnvelope(await send(mock.url, { path: `/raise/${code}`, headers }));
    if (definition.detail !== undefined) expect(await response.json()).not.toHaveProperty("error.detail", null);
    expect((await fetch(mock.url, { headers: { ...headers, "x-raise": code } })).status).toBe(response.status);
  });
});

test("a requested wait is where the code states it", async () => {
  const busy = await fetch(`${mock.url}/raise/session_busy?retry_after=7`);
  expect([busy.headers.get("retry-after-ms"), busy.headers.get("retry-after")]).toEqual(["7000", null]);
  await expectContractError(busy, "session_busy", { detail: { retry_after_ms: 7_000 } });
  const limited = await fetch(`${mock.url}/raise/rate_limited?retry_after=7`);
  expect([limited.headers.get("retry-after-ms"), limited.headers.get("retry-after")]).toEqual(["7000", "7"]);
});

test.each(["retry_after=x", "retry_after=-1", "retry_after=", "times=x", "times=1.5", "times=-1", "delay_ms=soon"])(
  "%s is refused as a mistake in the query",
  async (query) => {
    const asked = fetch(`${mock.url}/raise/session_busy?${query}`);
    await expectContractError(asked, "invalid_input", { param: query.split("=")[0] });
  },
);

describe("with times", () => {
  const statuses = async (path: string, count: number, headers: Record<string, string> = {}) => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1)
      found.push((await fetch(mock.url + path, { method: "POST", headers })).status);
    return found;
  };

  test("a request fails that often, then succeeds, then fails again", async () => {
    expect(await statuses("/raise/session_busy?times=2", 6)).toEqual([409, 409, 200, 409, 409, 200]);
    expect(await statuses("/raise/session_busy?times=0", 2)).toEqual([200, 200]);
    const answer = await fetch(`${mock.url}/v1/x?times=0`, { headers: { "x-raise": "timeout" } });
    expect(await answer.json()).toEqual({ id: "resp_mock", object: "response", status: "completed" });
  });

  test("requests with different keys are counted separately", async () => {
    const path = "/raise/harness_unavailable?times=1";
    expect(await statuses(path, 1, { "Idempotency-Key": "a" })).toEqual([503]);
    expect(await statuses(path, 1, { "Idempotency-Key": "b" })).toEqual([503]);
    expect(await statuses(path, 1, { "Idempotency-Key": "a" })).toEqual([200]);
  });
});

test("a code that does not exist, another address and an unknown version are errors of the contract", async () => {
  for (const path of [
    "/raise/nothing",
    "/raise/__proto__",
    "/raise/",
    "/v1/responses",
    "/raise/%00",
    "//",
    "//raise/x?a?b",
  ]) {
    await expectContractError(fetch(mock.url + path), "acme_route_not_found", { catalog: acme, status: 404 });
  }
  const headers = { "UHP-Version": "2020-01-01" };
  await expectContractError(fetch(mock.url, { headers }), "unsupported_protocol_version", { catalog: acme });
  expect(await sendBytes(mock.url, "no HTTP\r\n\r\n")).toContain('{"error":{"type":"invalid_request_error"');
});

test("the root lists every code, for people and for programs", async () => {
  const { vendor, codes } = JSON.parse(await (await fetch(mock.url)).text());
  expect([vendor, codes.map(({ code }: { code: string }) => code)]).toEqual(["acme", Object.keys(acme.codes)]);
  expect(codes[0]).toMatchObject({ status: 400, path: "/raise/unsupported_protocol_version" });
  const page = await fetch(mock.url, { headers: { accept: "text/html,*/*" } });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = await page.text();
  for (const { code } of CODES) expect(html).toContain(`<a href="/raise/${code}">${code}</a>`);
});

test("a detail that cannot be made up is given in options, or reported", async () => {
  const detail = z.object({ sign: z.string().refine((text) => text === "open sesame") });
  const odd = defineCatalog({ vendor: "acme", codes: { acme_odd: { status: 409, message: "It is odd.", detail } } });
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const asked = async (details: object) => {
    const { url, close } = await mockServer(odd, { details: details as Record<string, { sign: string }> });
    const response = await fetch(`${url}/raise/acme_odd`);
    await close();
    return response.status;
  };
  expect([await asked({ acme_odd: { sign: "open sesame" } }), printed.mock.calls]).toEqual([409, []]);
  expect(await asked({})).toBe(500);
  expect(String(printed.mock.calls[0])).toMatch(/no detail was found that fits the schema of "acme_odd"; write one/);
  expect(await asked({ acme_odd: { sign: "?" } })).toBe(409);
  expect(String(printed.mock.calls[1])).toMatch(/detail of "acme_odd" does not fit its schema at "sign"/);
});

test("the strings of a catalog are escaped on the page", async () => {
  const when = '<script>alert("x")</script> & more';
  const odd = defineCatalog({ vendor: "acme", codes: { acme_odd: { status: 409, message: "It is odd.", when } } });
  const { url, close } = await mockServer(odd);
  const html = await (await fetch(url, { headers: { accept: "text/html" } })).text();
  await close();
  expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more");
  expect(html).not.toContain("<script>");
});

const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const SENT =
  "Authorization, Content-Type, Idempotency-Key, UHP-Version, X-Raise, X-Request-Id, Traceparent, Tracestate";

test.each<[what: string, init: RequestInit, status: number, headers: Readonly<Record<string, string | null>>]>([
  ["another program", {}, 409, { "allow-origin": "*", "allow-credentials": null, "allow-headers": SENT }],
  [
    "a page",
    { headers: { origin: "http://localhost:5173" } },
    409,
    { "allow-origin": "http://localhost:5173", "allow-credentials": "true", "allow-headers": SENT },
  ],
  [
    "a page that asks first",
    {
      method: "OPTIONS",
      headers: { origin: "http://localhost:5173", "access-control-request-headers": "x-own, uhp-version" },
    },
    204,
    { "allow-origin": "http://localhost:5173", "allow-credentials": "true", "allow-headers": "x-own, uhp-version" },
  ],
  [
    "a program that asks first",
    { method: "OPTIONS", headers: { "access-control-request-headers": "x-own" } },
    204,
    { "allow-origin": "*", "allow-credentials": null, "allow-headers": "x-own" },
  ],
])("%s may call it, and read what a client needs", async (_what, init, status, headers) => {
  const response = await fetch(`${mock.url}/raise/session_busy`, init);
  const found = Object.keys(headers).map((name) => [name, response.headers.get(`access-control-${name}`)]);
  expect([response.status, Object.fromEntries(found)]).toEqual([status, headers]);
  expect(response.headers.get("access-control-allow-methods")).toBe(METHODS);
  expect(response.headers.get("access-control-expose-headers")?.split(", ")).toEqual(
    expect.arrayContaining(["UHP-Version", "Retry-After", "x-request-id", "x-should-retry", "Date"]),
  );
  expect(response.headers.get("vary")?.includes("Origin") ?? false).toBe(headers["allow-credentials"] !== null);
});

test("it listens only on this machine, on the given port, and closes open connections", async () => {
  const { url, close } = await mockServer(acme, { port: 0 });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect(mockServer(acme, { port: Number(new URL(url).port) })).rejects.toThrow("EADDRINUSE");
  // This request is still pending when the mock ends.
  const open = fetch(`${url}/raise/session_busy?delay_ms=60000`).catch((error: unknown) => error);
  await fetch(url);
  await close();
  expect(await open).toBeInstanceOf(TypeError);
  await expect(fetch(url)).rejects.toThrow();
});
