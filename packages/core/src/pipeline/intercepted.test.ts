import { describe, expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorReport } from "../reports/report.ts";
import type { ContractOptions } from "./contract-options.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});

function request(headers: Readonly<Record<string, string>> = {}, more: Partial<RequestContext> = {}): RequestContext {
  return { method: "GET", path: "/v1/orders", header: (name) => headers[name], ...more };
}

/** What replaces a written response, and the report of it. */
function replaced(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  { options = {}, context = request() }: { options?: ContractOptions; context?: RequestContext } = {},
) {
  const { contract, reports } = reporting(acme, options);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = contract.replace({ status, body: text, isWhole: true, header: (name) => headers[name] }, context);
  return { response, error: JSON.parse(response?.body ?? "null")?.error, reports, report: reports[0] };
}

const envelope = (error: object, fields: object = {}) => ({
  error: { ...JSON.parse(JSON.stringify(error)), ...fields },
});
const SOLD_OUT = envelope(acme.error("acme_sold_out"));

describe("a written response", () => {
  test.each([100, 199, 200, 204, 299, 300, 304, 399])("with status %i is sent as it is", (status) => {
    const { response, reports } = replaced(status, "x");
    expect([response, reports]).toEqual([undefined, []]);
  });

  test.each([100, 199, 300, 301, 399])("with status %i is sent as it is, even with an envelope", (status) => {
    expect(replaced(status, SOLD_OUT).response).toBe(undefined);
  });

  test.each([
    [400, "invalid_input", 400],
    [500, "acme_internal_error", 500],
    [599, "acme_http_599", 599],
    [600, "acme_internal_error", 500],
    [999, "acme_internal_error", 500],
  ])("with status %i is replaced", (status, code, sent) => {
    const { response, error, report } = replaced(status, "no");
    expect([response?.status, error.code]).toEqual([sent, code]);
    expect(report).toMatchObject({ recognizer: "written response", thrown: undefined, outcome: "answered" });
    expect(report?.misuse).toBe(status > 599 ? `${status} is not an HTTP status` : undefined);
    expect(report?.withheld).toEqual([{ what: "body", text: "no" }]);
  });

  test("is kept for the operator up to 2,000 characters", () => {
    expect(replaced(500, "y".repeat(2_001)).report?.withheld).toEqual([{ what: "body", text: "y".repeat(2_000) }]);
    expect(replaced(500, "").report?.withheld).toEqual([]);
  });

  test("keeps its Retry-After", () => {
    expect(replaced(503, "", { "retry-after": "7" }).response?.headers["Retry-After"]).toBe("7");
    expect(replaced(503, "", { "retry-after": "soon" }).response?.headers["Retry-After"]).toBe(undefined);
    expect(replaced(503, "").response?.headers["Retry-After"]).toBe(undefined);
    expect(replaced(502, "", { "retry-after": "7" }).response?.headers["Retry-After"]).toBe("7");
    expect(replaced(502, "").response?.headers["Retry-After"]).toBe(undefined);
  });

  test.each<readonly [options: ContractOptions, message: string | undefined]>([
    [{}, acme.definition("acme_conflict")?.message],
    [{ exposeMessages: true }, "Order 7 is closed."],
  ])("keeps its own message only with the option: %o", (options, message) => {
    expect(replaced(409, { message: "Order 7 is closed." }, {}, { options }).error.message).toBe(message);
  });
});

describe("a written envelope", () => {
  test("is sent with the contract's headers", () => {
    const { response, error, report } = replaced(409, SOLD_OUT);
    expect([response?.status, error]).toEqual([409, SOLD_OUT.error]);
    expect(report).toMatchObject({ origin: "catalog", code: "acme_sold_out", misuse: undefined });
  });

  test("is found after white space", () => {
    expect(replaced(409, ` \n${JSON.stringify(SOLD_OUT)}`).error.code).toBe("acme_sold_out");
  });

  const other = envelope(acme.error("acme_sold_out"), { code: "other_code" });
  const ofTask = envelope(acme.error("acme_internal_error"), { code: "cancelled", type: "harness_error" });
  const written = (status: number) =>
    `an envelope was written with status ${status}; throw the error or set its status`;
  test.each<readonly [what: string, status: number, body: unknown, code: string, sent: number, misuse: string]>([
    ["under a success status", 200, SOLD_OUT, "acme_sold_out", 409, written(200)],
    ["under 299", 299, SOLD_OUT, "acme_sold_out", 409, written(299)],
    ["under another status", 400, SOLD_OUT, "acme_sold_out", 409, "was written with status 400; it is sent with 409"],
    ["with a code that the catalog lacks", 409, other, "acme_conflict", 409, '"other_code" is not in this contract\'s'],
    ["with the code of a task", 500, ofTask, "acme_internal_error", 500, '"cancelled" belongs inside the 200 response'],
  ])("%s", (_what, status, body, code, sent, misuse) => {
    const { response, error, report } = replaced(status, body);
    expect([response?.status, error.code]).toEqual([sent, code]);
    expect(report?.misuse).toContain(misuse);
  });

  test("keeps the name that older clients see", () => {
    const old = envelope(acme.error("memory_busy"), { code: "acme_memory_busy" });
    const context = request({ "uhp-version": "2026-09-12" });
    const { error, report } = replaced(409, old, {}, { context });
    expect([error.code, report?.code]).toEqual(["acme_memory_busy", "acme_memory_busy"]);
    expect(replaced(409, old).error.code).toBe("memory_busy");
    expect(report?.misuse).toBe(undefined);
  });

  test("counts only if it is complete and below 64 KiB", () => {
    const long = JSON.stringify(SOLD_OUT).padEnd(65_536);
    expect(replaced(200, long.slice(0, -1)).response?.status).toBe(409);
    expect(replaced(200, long).response).toBe(undefined);
    expect(replaced(200, JSON.stringify(SOLD_OUT).slice(0, -1)).response).toBe(undefined);
    expect(replaced(200, `x${JSON.stringify(SOLD_OUT)}`).response).toBe(undefined);
    expect(replaced(409, long).report?.recognizer).toBe("written response");
  });

  test("keeps its Retry-After", () => {
    const limited = envelope(acme.error("rate_limited"));
    expect(replaced(429, limited, { "retry-after": "9" }).response?.headers["Retry-After"]).toBe("9");
    const upstream = envelope(acme.error("acme_upstream_error"));
    expect(replaced(502, upstream, { "retry-after": "9" }).response?.headers["Retry-After"]).toBe("9");
    expect(replaced(502, upstream).response?.headers["Retry-After"]).toBe(undefined);
  });
});

describe("an error of the catalog", () => {
  test("that a handler sends as a body is sent as the error", () => {
    const context = request();
    const { contract, reports } = reporting(acme);
    contract.headers(context);
    const thrown = acme.error("acme_sold_out");
    const response = contract.replace({ status: 200, body: JSON.stringify(thrown), header: () => undefined }, context);
    expect(response?.status).toBe(409);
    expect(reports).toMatchObject([
      {
        thrown,
        misuse:
          "an error of the catalog was sent as a body with status 200; throw it, or hand it to the framework as an error",
      },
    ]);
  });

  test("that something else answered for is named in the report", () => {
    const context = request();
    const { contract, reports } = reporting(acme);
    contract.handle(context, () => acme.error("acme_sold_out"));
    contract.replace({ status: 500, body: "", header: () => undefined }, context);
    expect(reports.map(({ misuse }) => misuse)).toEqual([
      '"acme_sold_out" was made while this request ran, and something else answered with 500: let the error reach the contract\'s error handler',
    ]);
  });

  test("that something else answered for is named with the adapter's reason", () => {
    const context = request({}, { mountingMistake: () => "mount it last" });
    const { contract, reports } = reporting(acme);
    contract.handle(context, () => acme.error("acme_sold_out"));
    contract.replace({ status: 404, body: "", header: () => undefined }, context);
    expect(reports[0]?.misuse).toContain("something else answered with 404: mount it last");
  });

  test("that was made for an envelope of the catalog is not lost", () => {
    const context = request();
    const { contract, reports } = reporting(acme);
    contract.handle(context, () => acme.error("rate_limited"));
    contract.replace({ status: 409, body: JSON.stringify(SOLD_OUT), header: () => undefined }, context);
    expect(reports.map(({ misuse }) => misuse)).toEqual([undefined]);
  });
});

describe("a JSON-RPC 2.0 error", () => {
  const RPC = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } };

  test("is sent as it is, and reported", () => {
    const { response, report } = replaced(404, RPC);
    expect(response).toBe(undefined);
    expect(report).toMatchObject({ outcome: "passed", code: "acme_not_found", status: 404, withheld: [] });
  });

  test("is reported as the client's leaving if the client left", () => {
    const { report } = replaced(404, RPC, {}, { context: request({}, { phase: () => "gone" }) });
    expect(report).toMatchObject({ outcome: "aborted", code: null, level: "debug" });
  });

  test("answers for the error that the service made", () => {
    const context = request();
    const listeners: (() => void)[] = [];
    const { contract, reports } = reporting(acme);
    contract.handle({ ...context, onEnd: (listener) => listeners.push(listener) }, () => undefined);
    contract.handle(context, () => acme.error("acme_sold_out"));
    contract.replace({ status: 409, body: JSON.stringify(RPC), header: () => undefined }, context);
    contract.replace({ status: 500, body: "", header: () => undefined }, context);
    expect(reports.map(({ outcome, misuse }) => [outcome, misuse])).toEqual([
      ["passed", undefined],
      ["answered", undefined],
    ]);
  });
});

describe("an envelope that was already sent with a success status", () => {
  const misuse = "an envelope was written with status 200; throw the error or set its status";
  test.each<readonly [what: string, status: number, body: unknown, reported: readonly unknown[]]>([
    ["is reported", 200, SOLD_OUT, [["acme_sold_out", "late", "error", misuse]]],
    ["is not a redirect", 302, SOLD_OUT, []],
    ["is not any other body", 200, { ok: true }, []],
  ])("%s", (_what, status, body, reported) => {
    const { contract, reports } = reporting(acme);
    contract.reportTooLate({ status, body: JSON.stringify(body), header: () => undefined }, request());
    expect(reports.map((one) => [one.code, one.outcome, one.level, one.misuse])).toEqual(reported);
  });
});

describe("a request that made an error and ended as a success", () => {
  /** The reports of a request after its end. */
  function ended(handler: () => unknown, options: ContractOptions = {}): readonly ErrorReport[] {
    const listeners: (() => void)[] = [];
    const { contract, reports } = reporting(acme, options);
    contract.handle(request({}, { onEnd: (listener) => listeners.push(listener) }), handler);
    for (const listener of [...listeners, ...listeners]) listener();
    return reports;
  }

  test.each<readonly [code: string, make: () => unknown]>([
    ["acme_sold_out", () => acme.error("acme_sold_out")],
    ["harness_unavailable", () => acme.error("harness_unavailable")],
    ["timeout", () => acme.taskError("timeout")],
  ])("is reported once, as information: %s", (code, make) => {
    expect(ended(make).map((report) => [report.code, report.outcome, report.level, report.misuse])).toEqual([
      [code, "unanswered", "info", undefined],
    ]);
  });

  test("is not reported without an error", () => {
    expect(ended(() => new Error("x"))).toEqual([]);
  });
});

describe("a copy of another service's response", () => {
  const COPY =
    'another service\'s response was passed on, whose status is not about this request: throw "acme_upstream_error" where that service fails, name the codes that may pass with relay, or leave out what is only proxied with the option appliesTo';
  const written = (fields: object, headers: Readonly<Record<string, string>> = {}) => ({
    status: 401,
    body: "no",
    header: (name: string) => headers[name],
    ...fields,
  });

  test.each<readonly [sign: string, fields: object, headers: Readonly<Record<string, string>>]>([
    ["that fetch returned", { isFetched: true }, {}],
    ["with a date", {}, { date: "Thu, 01 Jan 2026 00:00:00 GMT" }],
    ["of a proxy", {}, { via: "1.1 x" }],
    ["of a cache", {}, { age: "3" }],
    ["of another protocol", { isFetched: true }, { "content-type": "application/problem+json" }],
  ])("%s is reported with what to do, once for each route", (_sign, fields, headers) => {
    const { contract, reports } = reporting(acme);
    for (const path of ["/a", "/a", "/b"]) contract.replace(written(fields, headers), request({}, { path }));
    expect(reports.map(({ misuse }) => misuse)).toEqual([COPY, undefined, COPY]);
  });

  test("is none of the service's own", () => {
    const { contract, reports } = reporting(acme);
    contract.replace(written({ isFetched: false, isWhole: true }, { "content-type": "text/plain" }), request());
    expect(reports.map(({ misuse }) => misuse)).toEqual([undefined]);
  });

  test("is named by a code of another catalog", () => {
    const { error, report } = replaced(409, envelope(acme.error("acme_sold_out"), { code: "globex_sold_out" }));
    expect(error.code).toBe("acme_conflict");
    expect(report?.misuse).toBe(
      '"globex_sold_out" is not in this contract\'s catalog; join the catalog that defines it, or relay it if another service sent it',
    );
  });
});
