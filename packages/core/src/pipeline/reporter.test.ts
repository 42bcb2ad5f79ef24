import { describe, expect, test, vi } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import { printReports } from "../reports/print-reports.ts";
import { type ErrorReport, isExposed } from "../reports/report.ts";
import { createSanitizer } from "../sanitizer/engine/create-sanitizer.ts";
import type { ContractOptions } from "./contract-options.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "Sold out." },
    acme_broken: { status: 500, message: "It is broken." },
    acme_down: { status: 503, message: "It is down." },
  },
});

function request(more: Partial<RequestContext> = {}): RequestContext {
  return { method: "GET", path: "/v1/orders", header: () => undefined, ...more };
}

function service(options: ContractOptions = {}) {
  return reporting(acme, options);
}

function reportOf(thrown: unknown, context = request()): ErrorReport | undefined {
  const { contract, reports } = service();
  contract.respond(thrown, context);
  return reports[0];
}

describe("a report", () => {
  test.each<readonly [code: "acme_sold_out" | "acme_broken" | "acme_down", status: number, level: string]>([
    ["acme_sold_out", 409, "info"],
    ["acme_broken", 500, "error"],
    ["acme_down", 503, "error"],
  ])("of %s, with status %i, has the level %s", (code, status, level) => {
    const type = status < 500 ? "invalid_request_error" : "server_error";
    expect(reportOf(acme.error(code))).toMatchObject({ code, type, status, level, transport: "http", method: "GET" });
  });

  test("of a client that left has no code, type or status", () => {
    expect(reportOf(acme.error("acme_down"), request({ phase: () => "gone" }))).toMatchObject({
      outcome: "aborted",
      level: "debug",
      code: null,
      type: null,
      status: null,
    });
  });

  test.each([
    ["/v1/orders?key=1", "/v1/orders"],
    ["/v1/orders", "/v1/orders"],
    ["?key=1", ""],
  ])("of the path %s names the path %j", (path, shown) => {
    expect(reportOf(new Error("x"), request({ path }))?.path).toBe(shown);
  });

  test("says how long the request took", () => {
    const clock = vi.spyOn(performance, "now");
    try {
      const { contract, reports } = service();
      const context = request();
      clock.mockReturnValue(1_000);
      contract.headers(context);
      clock.mockReturnValue(1_250);
      contract.respond(new Error("x"), context);
      expect(reports[0]?.durationMs).toBe(250);
    } finally {
      clock.mockRestore();
    }
  });
});

describe("the report of a call", () => {
  test.each([true, false])("knows whether messages are exposed: %s", (exposeMessages) => {
    const { contract, reports } = service({ exposeMessages });
    contract.handleError(new Error("x"), { transport: "queue" });
    expect(reports.map(isExposed)).toEqual([exposeMessages]);
  });

  test("is printed with the contract's own sanitizer", () => {
    const printed: string[] = [];
    const sanitizer = { ...createSanitizer(), logText: () => "cleaned" };
    const onError = printReports({ style: "json", write: (text) => printed.push(text) });
    const { contract } = service({ sanitizer, onError });
    contract.handleError(new Error("The disk is full."), { transport: "queue" });
    contract.respond(new Error("The disk is full."), request());
    expect(printed.map((text) => JSON.parse(text).thrown.message)).toEqual(["cleaned", "cleaned"]);
  });
});
