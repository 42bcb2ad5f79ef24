import { describe, expect, test } from "vitest";
import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { Mapping } from "../recognize/index.ts";
import { resolveMapping } from "./resolved-error.ts";

const acme = defineCatalog({ vendor: "acme" });

const upstream = { code: "quota_exhausted", status: 429, requestId: "r-1" };

describe("the mapping of a recognized error", () => {
  test.each<readonly [mapping: Mapping, field: object]>([
    [{ code: "invalid_input", param: "items.0" }, { param: "items.0" }],
    [{ code: "invalid_input", param: null }, { param: null }],
    [{ code: "file_too_large", detail: { max_bytes: 5 } }, { detail: { max_bytes: 5 } }],
    [{ code: "rate_limited", retryAfter: 3 }, { retryAfter: 3 }],
    [{ code: "method_not_allowed", allow: "GET" }, { allow: "GET" }],
    [{ code: "unauthenticated", challenge: 'Basic realm="x"' }, { challenge: 'Basic realm="x"' }],
    [{ code: "range_not_satisfiable", contentRange: "bytes */5" }, { contentRange: "bytes */5" }],
    [{ code: "upstream_error", retry: "never" }, { retry: "never" }],
    [{ code: "upstream_error", upstream }, { upstream }],
  ])("keeps what it states: %o", (mapping, field) => {
    expect(resolveMapping(mapping, acme)).toMatchObject({ origin: "recognized", ...field });
  });

  test.each<readonly [mapping: Mapping, code: string, status: number]>([
    [{ code: "session_busy" }, "session_busy", 409],
    [{ code: "conflict" }, "acme_conflict", 409],
    [{ code: "http_499" }, "acme_http_499", 499],
  ])("gives a code its prefix: %o", (mapping, code, status) => {
    expect(resolveMapping(mapping, acme)).toMatchObject({ code, status });
    expect(resolveMapping(mapping, acme)).toMatchObject({ code, status });
  });

  test("gives each catalog its own prefix", () => {
    const globex = defineCatalog({ vendor: "globex" });
    const codes = [acme, globex, acme].map((catalog) => resolveMapping({ code: "gone" }, catalog).code);
    expect(codes).toEqual(["acme_gone", "globex_gone", "acme_gone"]);
  });

  test("takes nothing from a polluted prototype", () => {
    const fields = {
      param: "items.0",
      detail: { max_bytes: 5 },
      retryAfter: 3,
      allow: "GET",
      challenge: "Basic",
      contentRange: "bytes */5",
      retry: "never",
      upstream,
    };
    for (const [name, value] of Object.entries(fields)) {
      Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    }
    try {
      const { param, detail, ...others } = resolveMapping({ code: "gone" }, acme);
      expect([param, detail]).toEqual([null, null]);
      const { retryAfter, allow, challenge, contentRange, retry, upstream } = others;
      expect([retryAfter, allow, challenge, contentRange, retry, upstream]).toEqual(Array(6).fill(undefined));
    } finally {
      for (const name of Object.keys(fields)) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  test("is an internal error if the catalog lacks the code, as one of an older copy may", () => {
    const older: AnyCatalog = {
      ...acme,
      definition: (code) => (code === "acme_gone" ? undefined : acme.definition(code)),
    };
    expect(resolveMapping({ code: "gone" }, older, { recognizer: "own" })).toMatchObject({
      code: "acme_internal_error",
      status: 500,
      recognizer: "own",
      misuse: '"acme_gone" is missing from the catalog',
    });
  });
});
