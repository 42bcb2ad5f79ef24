import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { FIXED_HEADERS } from "../../../../test/support/error-headers.ts";
import { authenticate } from "../access/bearer.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ContractOptions } from "./contract-options.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "Sold out." },
    acme_expired: { status: 401, message: "The session has ended." },
    acme_forbidden_zone: { status: 403, message: "Not in this zone." },
    acme_slow_down: { status: 429, message: "Slow down.", retry: "retry_after" },
    acme_over_budget: { status: 429, message: "Over budget.", retry: "never" },
    acme_warming: { status: 500, message: "It is warming up.", retry: "retry_after" },
    acme_down: { status: 503, message: "It is down." },
  },
});

function request(more: Partial<RequestContext> = {}): RequestContext {
  const headers: Readonly<Record<string, string>> = { authorization: "Bearer t", "x-request-id": "r-1" };
  return { method: "GET", path: "/orders", header: (name) => headers[name], ...more };
}

function headersOf(thrown: unknown, context: RequestContext = request(), options: ContractOptions = {}) {
  const contract = createAdapterContract(acme, { onError: () => {}, ...options });
  return contract.respond(thrown, context)?.headers ?? {};
}

describe("the headers of a response", () => {
  const standing = {
    ...FIXED_HEADERS,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": "114",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "UHP-Version": "2026-10-04",
  };

  test("are these and no others", () => {
    expect(headersOf(acme.error("acme_sold_out"))).toStrictEqual({
      ...standing,
      "x-request-id": "r-1",
      "x-should-retry": "false",
    });
  });

  test("are fewer if the options say so", () => {
    const options = { correlationId: false, errorHeaderFilter: { drop: ["X-Should-Retry"] } } as const;
    expect(headersOf(acme.error("acme_sold_out"), request(), options)).toStrictEqual(standing);
  });

  test.each(["Deprecation", "Sunset", "Link", "Allow", "Retry-After"])("has no %s of a polluted prototype", (name) => {
    Object.defineProperty(Object.prototype, name, { value: "x", configurable: true, writable: true });
    try {
      expect(Object.keys(headersOf(acme.error("acme_sold_out")))).not.toContain(name);
    } finally {
      Reflect.deleteProperty(Object.prototype, name);
    }
  });

  test("count the bytes of the body", () => {
    const { "Content-Length": length } = headersOf(acme.error("acme_sold_out", { message: "Größe 7 fehlt." }));
    expect(length).toBe("121");
  });
});

describe("the headers of every response", () => {
  const versions = [{ version: "2026-10-04", sunset: "2027-06-01" }] as const;
  const SUNSET = "Tue, 01 Jun 2027 00:00:00 GMT";
  test.each<readonly [what: string, options: ContractOptions, headers: object]>([
    ["the version and the id", {}, { "UHP-Version": "2026-10-04", "x-request-id": "r-1" }],
    ["no id if none is sent", { correlationId: false }, { "UHP-Version": "2026-10-04" }],
    [
      "the end of the version",
      { versions, defaultVersion: "2026-10-04" },
      { "UHP-Version": "2026-10-04", "x-request-id": "r-1", Sunset: SUNSET },
    ],
  ])("are %s", (_what, options, headers) => {
    expect(createAdapterContract(acme, { onError: () => {}, ...options }).headers(request())).toEqual(headers);
  });
});

describe("the link to the page about a code", () => {
  const paged = defineCatalog({ vendor: "acme", docsUrl: "https://docs.acme.example/{code}" });
  const ours = '<https://docs.acme.example/session_busy>; rel="help"';
  test.each<readonly [set: string | undefined, keep: readonly string[], link: string]>([
    [undefined, ["link"], ours],
    ['</orders?page=2>; rel="next"', ["link"], `</orders?page=2>; rel="next", ${ours}`],
    [`</>; rel="up", ${ours}`, ["link"], `</>; rel="up", ${ours}`],
    ['</orders?page=2>; rel="next"', [], ours],
  ])("beside %j, keeping %j", (set, keep, link) => {
    const contract = createAdapterContract(paged, { onError: () => {}, errorHeaderFilter: { keep } });
    const context = request({ responseHeader: (name) => (name === "link" ? set : undefined) });
    expect(contract.respond(paged.error("session_busy"), context)?.headers["Link"]).toBe(link);
  });
});

describe("the Allow of a response", () => {
  test.each<readonly [set: string | undefined, allow: string | undefined]>([
    ["POST, GET", "GET, POST"],
    ["none of your business", undefined],
    [undefined, undefined],
  ])("is made of what is set: %j", (set, allow) => {
    const context = request({ responseHeader: (name) => (name === "allow" ? set : undefined) });
    const headers = headersOf(acme.error("acme_sold_out"), context);
    expect([headers["Allow"], "Allow" in headers]).toEqual([allow, allow !== undefined]);
  });
});

describe("where a version ends, a date that is set already", () => {
  const versions = [{ version: "2026-10-04", deprecation: "2026-12-01", sunset: "2027-06-01" }] as const;
  const OURS = ["@1796083200", "Tue, 01 Jun 2027 00:00:00 GMT"];
  test.each<readonly [set: string, stays: boolean]>([
    ["@1688169599", true],
    ["Sun, 30 Jun 2030 23:59:59 GMT", true],
    ["@123456789012", true],
    ["@1234567890123", false],
    ["@", false],
    ["at @1688169599", false],
    ["@1688169599 or later", false],
    ["on Sun, 30 Jun 2030 23:59:59 GMT", false],
    ["Sun, 30 Jun 2030 23:59:59 GMT or later", false],
    ["Sunday, 30 Jun 2030 23:59:59 GMT", false],
    ["sun, 30 Jun 2030 23:59:59 GMT", false],
    ["Sun, 30 June 2030 23:59:59 GMT", false],
    ["Sun, 30 Jun 2030 23:59:59 CET", false],
    ["Sun, 3x Jun 2030 23:59:59 GMT", false],
    ["Sun, x3 Jun 2030 23:59:59 GMT", false],
    ["", false],
  ])("stays if it is one: %j: %s", (set, stays) => {
    const context = request({ responseHeader: (name) => (/^(?:deprecation|sunset)$/.test(name) ? set : undefined) });
    const { Deprecation, Sunset } = headersOf(acme.error("acme_sold_out"), context, {
      versions,
      defaultVersion: "2026-10-04",
    });
    expect([Deprecation, Sunset]).toEqual(stays ? [set, set] : OURS);
  });
});

describe("after a bearer token was asked for, the challenge", () => {
  test.each<readonly [thrown: Error, challenge: string | undefined]>([
    [acme.error("acme_expired"), "Bearer"],
    [acme.error("acme_unauthenticated"), "Bearer"],
    [acme.error("missing_credential"), "Bearer"],
    [acme.error("acme_forbidden_zone"), undefined],
    [acme.error("acme_sold_out"), undefined],
    [acme.error("acme_internal_error"), undefined],
  ])("to %s is %s", async (thrown, challenge) => {
    const context = request();
    await authenticate(context, () => true);
    expect(headersOf(thrown, context)["WWW-Authenticate"]).toBe(challenge);
  });

  test("is the one that the service has set itself", () => {
    const context = request({ responseHeader: (name) => (name === "www-authenticate" ? "Basic" : undefined) });
    expect(headersOf(acme.error("missing_credential"), context)).not.toHaveProperty("WWW-Authenticate");
  });

  test("to a vendor's own 401 is none if no token was asked for", () => {
    expect(headersOf(acme.error("acme_expired"))).not.toHaveProperty("WWW-Authenticate");
  });
});

describe("the wait in a response", () => {
  const retryAfter = 2.5;
  test.each<readonly [thrown: Error, seconds: string | undefined, milliseconds: string | undefined]>([
    [acme.error("acme_slow_down", { retryAfter }), "3", "2500"],
    [acme.error("rate_limited", { retryAfter }), "3", "2500"],
    [acme.error("acme_down", { retryAfter }), "3", "2500"],
    [acme.error("acme_upstream_error", { retryAfter }), "3", "2500"],
    [acme.error("acme_upstream_timeout", { retryAfter }), undefined, undefined],
    [acme.error("preview_failed", { retryAfter }), undefined, undefined],
    [acme.error("acme_over_budget", { retryAfter }), undefined, undefined],
    [acme.error("quota_exhausted", { retryAfter }), undefined, undefined],
    [acme.error("acme_warming", { retryAfter }), undefined, undefined],
    [acme.error("acme_sold_out", { retryAfter }), undefined, undefined],
    [acme.error("acme_down"), undefined, undefined],
    [acme.error("session_busy", { detail: { retry_after_ms: 250.4 } }), undefined, "251"],
    [acme.error("environment_busy", { detail: { retry_after_ms: 250 } }), undefined, undefined],
  ])("to %s is %s seconds", (thrown, seconds, milliseconds) => {
    const headers = headersOf(thrown);
    expect([headers["Retry-After"], headers["retry-after-ms"]]).toEqual([seconds, milliseconds]);
  });

  test("is stated in seconds even without hints", () => {
    const headers = headersOf(acme.error("rate_limited", { retryAfter: 1 }), request(), {
      errorHeaderFilter: { drop: ["retry-after-*"] },
    });
    expect(headers["Retry-After"]).toBe("1");
    expect(headers).not.toHaveProperty("retry-after-ms");
    expect(headers["x-should-retry"]).toBe("true");
  });

  const limited = Object.assign(new Error("x"), { status: 429, statusCode: 429, expose: true });
  test.each<readonly [thrown: Error, set: string, seconds: string | undefined, milliseconds: string | undefined]>([
    [acme.error("acme_slow_down"), "9", "9", "9000"],
    [acme.error("acme_down"), "9", "9", "9000"],
    [limited, "9", "9", "9000"],
    [acme.error("rate_limited", { retryAfter: 2 }), "9", "2", "2000"],
    [acme.error("acme_slow_down"), "soon", undefined, undefined],
    [acme.error("acme_over_budget"), "9", undefined, undefined],
    [acme.error("acme_warming"), "9", undefined, undefined],
    [acme.error("preview_failed"), "9", undefined, undefined],
    [acme.error("session_busy"), "9", undefined, undefined],
  ])("is the one that is set already: %s, %j", (thrown, set, seconds, milliseconds) => {
    const context = request({ responseHeader: (name) => (name === "retry-after" ? set : undefined) });
    const headers = headersOf(thrown, context);
    expect([headers["Retry-After"], headers["retry-after-ms"]]).toEqual([seconds, milliseconds]);
  });
});
