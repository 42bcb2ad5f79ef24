import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { FIXED_HEADERS } from "../../../../test/support/error-headers.ts";
import { reporting } from "../../../../test/support/reporting.ts";
import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ContractOptions } from "./contract-options.ts";

const acme = defineCatalog({ vendor: "acme" });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const CONTEXT: RequestContext = { method: "GET", path: "/", header: () => undefined };

test("a response without a context is an internal error, and the report says why", () => {
  const { contract, reports } = reporting(acme);
  const response = contract.respond(new Error("x"), null as never);
  expect([response?.status, JSON.parse(response?.body ?? "").error.code]).toEqual([500, "acme_internal_error"]);
  expect(reports).toMatchObject([
    {
      method: "",
      path: "",
      route: undefined,
      thrown: expect.any(TypeError),
      misuse: "making a response failed; `thrown` is what was thrown then",
    },
  ]);
});

describe("a catalog that fails after the start", () => {
  /** Makes a contract of a catalog that fails once the contract exists. */
  function contractOfFailing(docsUrl?: string, options: ContractOptions = {}) {
    let hasStarted = false;
    const catalog: AnyCatalog = {
      ...acme,
      docsUrl,
      definition(code) {
        if (hasStarted) throw new Error("gone");
        return acme.definition(code);
      },
    };
    const contract = createAdapterContract(catalog, { onError: () => {}, defaultVersion: "2026-09-12", ...options });
    hasStarted = true;
    return contract;
  }

  test("still announces the end of the version, and links to the page", () => {
    const versions = [{ version: "2026-09-12", deprecation: "2026-12-01", sunset: "2027-06-01" }] as const;
    const failing = contractOfFailing("https://docs.acme.example/{code}", { versions });
    expect(failing.respond(new Error("x"), { ...CONTEXT })?.headers).toMatchObject({
      Deprecation: "@1796083200",
      Sunset: "Tue, 01 Jun 2027 00:00:00 GMT",
      Link: '<https://docs.acme.example/acme_internal_error>; rel="help"',
    });
  });

  test("still answers with an envelope", () => {
    const response = contractOfFailing().respond(new Error("x"), { ...CONTEXT });
    const id = response?.headers["x-request-id"];
    expect(id).toMatch(UUID);
    expect(response).toStrictEqual({
      status: 500,
      headers: {
        ...FIXED_HEADERS,
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": "195",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "UHP-Version": "2026-09-12",
        "x-request-id": id,
        "x-should-retry": "false",
      },
      body: `{"error":{"type":"server_error","code":"acme_internal_error","message":"The server failed to handle the request.","param":null,"detail":{"correlation_id":"${id}"}}}`,
    });
  });

  test("gives each answer an id of its own", () => {
    const contract = contractOfFailing();
    const ids = [1, 2].map(() => contract.respond(new Error("x"), { ...CONTEXT })?.headers["x-request-id"]);
    expect(new Set(ids).size).toBe(2);
  });
});
