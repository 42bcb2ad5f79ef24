import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import { createContract } from "./create-contract.ts";

const acme = defineCatalog({ vendor: "acme" });
const silent: ContractOptions = { onError: () => {} };

function context(headers: Readonly<Record<string, string>> = {}, more: Partial<RequestContext> = {}): RequestContext {
  return { method: "GET", path: "/", header: (name) => headers[name], ...more };
}

describe("the options", () => {
  test.each([
    [{ version: ["2026-10-04"] }, /unknown option version; the options are versions, /],
    [{ onError: "log" }, /onError: expected a function, got string/],
    [{ appliesTo: true }, /appliesTo: expected a function, got boolean/],
    [{ retryHints: "no" }, /retryHints: expected a boolean, got string/],
    [{ compat: { deprecatedDetail: 1 } }, /^compat: deprecatedDetail: expected a boolean, got number/],
    [{ compat: { detail: true } }, /^compat: unknown option detail; the options are deprecatedDetail, /],
    [{ compat: true }, /^compat: expected an object/],
    [{ correlationId: true }, /correlationId: expected a function, got boolean/],
  ])("%j are refused at start-up", (options, rule) => {
    expect(() => createContract(acme, options as ContractOptions)).toThrow(TypeError);
    expect(() => createContract(acme, options as ContractOptions)).toThrow(rule);
  });
});

test.each([undefined, null, {}, { vendor: "acme", codes: {} }, { vendor: "acme", definition: () => undefined }])(
  "%j is no catalog",
  (catalog) => {
    expect(() => createContract(catalog as unknown as typeof acme)).toThrow(/^catalog: expected what defineCatalog/);
  },
);

test("options that are not an object are refused", () => {
  expect(() => createContract(acme, null as unknown as ContractOptions)).toThrow(/^options: expected an object/);
});

describe("the correlation id", () => {
  const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  test.each<readonly [what: string, headers: Record<string, string>, id: string | RegExp]>([
    ["a well-formed x-request-id", { "x-request-id": "req_1.a:b-c", traceparent }, "req_1.a:b-c"],
    ["the trace id without one", { traceparent }, "0af7651916cd43dd8448eb211c80319c"],
    ["the trace id when it is malformed", { "x-request-id": "a b", traceparent }, "0af7651916cd43dd8448eb211c80319c"],
    ["a new one without either", {}, uuid],
    ["a new one for one of zeros", { traceparent: traceparent.replace(/-[0-9a-f]{32}-/, `-${"0".repeat(32)}-`) }, uuid],
    ["a new one for a header injection", { "x-request-id": "a\r\nset-cookie: x" }, uuid],
    ["a new one for a long one", { "x-request-id": "a".repeat(129) }, uuid],
  ])("is %s", (_what, headers, id) => {
    const contract = createContract(acme, silent);
    const request = context(headers);
    expect(contract.headers(request)["x-request-id"]).toMatch(id);
    // The same id everywhere in one exchange.
    const wire = contract.respond(new Error("x"), request);
    expect(wire?.headers["x-request-id"]).toBe(contract.headers(request)["x-request-id"]);
    expect(JSON.parse(wire?.body ?? "").error.detail.correlation_id).toBe(wire?.headers["x-request-id"]);
  });

  test("can be the service's own, and is made up when that is unusable", () => {
    const ids: (() => string | undefined)[] = [
      () => "own-1",
      () => "not well formed",
      () => undefined,
      () => {
        throw new Error("x");
      },
    ];
    const made = ids.map(
      (correlation) =>
        createContract(acme, { ...silent, correlationId: correlation }).headers(context())["x-request-id"],
    );
    expect(made[0]).toBe("own-1");
    for (const id of made.slice(1)) expect(id).toMatch(uuid);
  });

  test("can be left out of the headers", () => {
    const contract = createContract(acme, { ...silent, correlationId: false });
    const wire = contract.respond(new Error("x"), context({ "x-request-id": "taken" }));
    expect(contract.headers(context())).toEqual({ "UHP-Version": "2026-10-04" });
    expect(wire?.headers).not.toHaveProperty("x-request-id");
    expect(JSON.parse(wire?.body ?? "").error.detail.correlation_id).toBe("taken");
  });
});

test("no stated wait is longer than a year", () => {
  const busy = acme.error("session_busy", { detail: { retry_after_ms: 1e300 } });
  const limited = acme.error("rate_limited", { retryAfter: 1e21 });
  const contract = createContract(acme, silent);
  expect(contract.respond(busy, context())?.headers["retry-after-ms"]).toBe("31536000000");
  expect(contract.respond(limited, context())?.headers["Retry-After"]).toBe("31536000");
});

test.each([["60"], [new Date(0)], [true]])("a wait of %s is a mistake of the service", (wait) => {
  const error = acme.error("rate_limited", { retryAfter: wait as unknown as number });
  expect(error.misuse).toMatch(/^the retryAfter of "rate_limited" is .+; it must be a number of seconds$/);
  const response = createContract(acme, silent).respond(error, context());
  expect([response?.status, response?.headers["Retry-After"]]).toEqual([429, undefined]);
});

test.each([[undefined], [null], [-1], [Number.NaN]])("a wait of %s counts as no wait", (wait) => {
  const error = acme.error("rate_limited", { retryAfter: wait as number });
  expect([error.misuse, error.retryAfter]).toEqual([undefined, undefined]);
});

describe("retry hints", () => {
  const busy = acme.error("session_busy", { detail: { retry_after_ms: 250.4 } });
  test.each<readonly [what: string, error: Error, headers: Record<string, string | undefined>]>([
    ["rate_limited", acme.error("rate_limited", { retryAfter: 1.2 }), { "Retry-After": "2", "retry-after-ms": "1200" }],
    [
      "rate_limited, wait unknown",
      acme.error("rate_limited"),
      { "Retry-After": undefined, "retry-after-ms": undefined },
    ],
    [
      "quota_exhausted",
      acme.error("quota_exhausted", { retryAfter: 9 }),
      { "Retry-After": undefined, "x-should-retry": "false" },
    ],
    ["503", acme.error("harness_unavailable", { retryAfter: 3 }), { "Retry-After": "3", "x-should-retry": "true" }],
    ["502", acme.error("preview_failed", { retryAfter: 3 }), { "Retry-After": undefined, "x-should-retry": "true" }],
    [
      "502 for another service",
      acme.error("acme_upstream_error", { retryAfter: 3 }),
      { "Retry-After": "3", "retry-after-ms": "3000", "x-should-retry": "true" },
    ],
    ["504", acme.error("acme_upstream_timeout", { retryAfter: 3 }), { "Retry-After": undefined }],
    ["501", acme.error("preview_unavailable"), { "x-should-retry": "false" }],
    [
      "session_busy",
      acme.error("session_busy", { detail: { retry_after_ms: 250 } }),
      { "Retry-After": undefined, "retry-after-ms": "250" },
    ],
    ["session_busy, in fractions", busy, { "x-should-retry": "true", "retry-after-ms": "251" }],
    [
      "environment_busy",
      acme.error("environment_busy", { detail: { retry_after_ms: 250 } }),
      { "retry-after-ms": undefined, "x-should-retry": "false" },
    ],
  ])("of %s", (_what, error, headers) => {
    const wire = createContract(acme, silent).respond(error, context());
    for (const [name, value] of Object.entries(headers)) expect(wire?.headers[name]).toBe(value);
  });

  test("can be switched off, while Retry-After stays", () => {
    const wire = createContract(acme, { ...silent, retryHints: false }).respond(
      acme.error("rate_limited", { retryAfter: 1 }),
      context(),
    );
    expect(wire?.headers).toMatchObject({ "Retry-After": "1" });
    expect(wire?.headers).not.toHaveProperty("x-should-retry");
    expect(wire?.headers).not.toHaveProperty("retry-after-ms");
  });
});

describe("what must not fail", () => {
  const fail = () => {
    throw new Error("secret");
  };

  test("facts that throw still lead to an envelope, and the report says so", () => {
    const onError = vi.fn();
    const contract = createAdapterContract(acme, { onError });
    const broken = Object.defineProperty(context(), "method", { get: fail });
    for (const wire of [contract.respond(acme.error("harness_not_found"), broken), contract.notFound(broken)]) {
      expect(wire?.status).toBe(500);
      expect(wire?.body).toContain("acme_internal_error");
      expect(wire?.body).not.toContain("secret");
    }
    expect(onError).toHaveBeenCalledWith(
      expect.objectContaining({ misuse: expect.stringContaining("making a response failed") }),
    );
  });

  test("a header function that throws counts as no header", () => {
    const contract = createAdapterContract(acme, silent);
    expect(contract.checkVersion(context({}, { header: fail }))).toBeUndefined();
    expect(contract.headers(context({}, { header: fail }))["UHP-Version"]).toBe("2026-10-04");
  });

  test("an `appliesTo` that throws leaves the contract in force", () => {
    expect(createAdapterContract(acme, { ...silent, appliesTo: fail }).appliesTo(context())).toBe(true);
    expect(createAdapterContract(acme, { ...silent, appliesTo: () => false }).appliesTo(context())).toBe(false);
  });

  test("without a hook, server faults are printed and request faults are not", () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const contract = createContract(acme, { correlationId: () => "id-1" });
    const thrown = Object.assign(new Error("why"), { config: { headers: { authorization: "Bearer hunter2hunter2" } } });
    contract.respond(acme.error("harness_not_found"), context());
    expect(printed).not.toHaveBeenCalled();
    contract.respond(thrown, context());
    expect(printed).toHaveBeenCalledExactlyOnceWith(expect.any(String));
    const [line = ""] = printed.mock.calls[0] as [string];
    expect(JSON.parse(line)).toMatchObject({ status: 500, correlationId: "id-1", thrown: { message: "why" } });
    expect(line).not.toContain("hunter2");
  });

  test("a value that cannot even be printed still leads to an envelope", () => {
    const printed = vi.spyOn(console, "error").mockImplementation((...values) => {
      for (const value of values) String(value);
    });
    onTestFinished(() => printed.mockRestore());
    const unprintable = { toString: fail };
    expect(createContract(acme).respond(unprintable, context())?.status).toBe(500);
  });
});

test("discovery can list the served versions", () => {
  const contract = createContract(acme, { ...silent, versions: ["2026-09-12"] });
  expect(contract).toMatchObject({ versions: ["2026-09-12"], defaultVersion: "2026-09-12" });
});

test("an adapter without phases counts as in time", () => {
  expect(createContract(acme, silent).respond(acme.error("harness_not_found"), context())?.status).toBe(404);
});
