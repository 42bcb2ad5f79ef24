import { describe, expect, onTestFinished, test, vi } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import { sanitizeMessage } from "../sanitizer/index.ts";
import { createContract } from "./create-contract.ts";

const acme = defineCatalog({ vendor: "acme" });
const silent: ContractOptions = { onError: () => {} };

function context(headers: Readonly<Record<string, string>> = {}): RequestContext {
  return { method: "GET", path: "/", header: (name) => headers[name] };
}

test("what is no catalog is refused", () => {
  const catalog = { vendor: "acme", definition: () => undefined } as unknown as typeof acme;
  expect(() => createContract(catalog)).toThrow(/^catalog: expected what defineCatalog/);
});

test.each<readonly [what: string, message: string, found: string]>([
  ["two sentences", "It is closed. Go away.", ""],
  ["a host", "It is closed at db-1.internal.", " (host at 16, rule "],
  ["more than 500 characters", `${"It is closed ".repeat(40)}today.`, ""],
])("a catalog with a message of %s is refused", (_what, message, found) => {
  const own = { acme_closed: { status: 409, message } };
  const wrong = defineCatalog({ vendor: "acme", codes: own });
  const also = defineCatalog({ vendor: "acme", codes: { acme_internal_error: { message } } });
  const rule = "its row needs a message: one sentence of at most 500 characters without a credential, host or path";
  expect(() => createContract(wrong)).toThrow(`code "acme_closed": ${rule}${found}`);
  expect(() => createContract(also)).toThrow(`code "acme_internal_error": ${rule}${found}`);
});

test("the sanitizer leaves every message of the library as it is", () => {
  const messages = [...Object.values(acme.codes), acme.definition("acme_http_418"), acme.definition("acme_http_599")];
  for (const { message } of messages as readonly { readonly message: string }[]) {
    expect(sanitizeMessage(message)).toEqual({ message, removed: [] });
  }
});

describe("the correlation id", () => {
  const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  test.each<readonly [what: string, headers: Record<string, string>, id: string | RegExp]>([
    ["a well-formed x-request-id", { "x-request-id": "req_1.a:b-c", traceparent }, "req_1.a:b-c"],
    ["the trace id without one", { traceparent }, "0af7651916cd43dd8448eb211c80319c"],
    ["a new one without either", {}, uuid],
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

describe("what must not fail", () => {
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
    const unprintable = {
      toString: () => {
        throw new Error("secret");
      },
    };
    expect(createContract(acme).respond(unprintable, context())?.status).toBe(500);
  });
});

test("discovery can list the served versions", () => {
  const contract = createContract(acme, { ...silent, versions: ["2026-09-12"] });
  expect(contract).toMatchObject({ versions: ["2026-09-12"], defaultVersion: "2026-09-12" });
});
