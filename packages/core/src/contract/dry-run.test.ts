import { describe, expect, test, vi } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { InterceptedResponse, ResponsePhase } from "../http/response.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import { isExposed } from "../reports/report.ts";
import type { DryRun } from "./adapter-contract.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});

function observing(options: ContractOptions = {}) {
  const { contract, reports } = reporting(acme, { reportOnly: true, ...options });
  const { dryRun } = contract;
  if (dryRun === undefined) throw new Error("there is no dry run");
  return { dryRun, contract, reports };
}

function request(headers: Readonly<Record<string, string>> = {}, phase?: ResponsePhase): RequestContext {
  return { method: "GET", path: "/v1/orders", header: (name) => headers[name], ...(phase && { phase: () => phase }) };
}

function sent(status: number, body = "", type?: string): InterceptedResponse {
  return { status, body, header: (name) => (name === "content-type" ? type : undefined) };
}

test("exists only if the contract only reports", () => {
  expect(createAdapterContract(acme, { onError: () => {} }).dryRun).toBe(undefined);
});

describe("what the contract would have answered", () => {
  test.each<readonly [what: string, note: (dryRun: DryRun, context: RequestContext) => void, code: string]>([
    ["a thrown error", (dryRun, context) => dryRun.respond(acme.error("session_busy"), context), "session_busy"],
    ["an unknown error", (dryRun, context) => dryRun.respond(new Error("x"), context), "acme_internal_error"],
    ["no route", (dryRun, context) => dryRun.notFound(context, []), "acme_route_not_found"],
    [
      "no route, of an adapter that knows no methods",
      (dryRun, context) => dryRun.notFound(context),
      "acme_route_not_found",
    ],
    ["another method", (dryRun, context) => dryRun.notFound(context, ["PUT"]), "acme_method_not_allowed"],
    ["a written error", (dryRun, context) => dryRun.replace(sent(404, "Not here"), context), "acme_not_found"],
    [
      "a request that Node refuses",
      (dryRun, context) => dryRun.clientError({ code: "HPE_INVALID_METHOD" }, context),
      "acme_bad_request",
    ],
  ])("is reported once the response has ended: %s", (_what, note, code) => {
    const { dryRun, reports } = observing();
    const context = request();
    note(dryRun, context);
    expect([dryRun.isWaiting(context), reports.length]).toEqual([true, 0]);
    dryRun.ended(sent(418, "short and stout", "Text/Plain; charset=utf-8"), context);
    expect(dryRun.isWaiting(context)).toBe(false);
    dryRun.ended(sent(200), context);
    expect(reports).toHaveLength(1);
    const [report] = reports;
    expect(report).toMatchObject({
      outcome: "observed",
      reportOnly: { sent: { status: 418, mediaType: "text/plain", start: "short and stout" } },
    });
    expect(JSON.parse(report?.reportOnly?.wouldSend.body ?? "").error.code).toBe(report?.code);
    expect(report?.code).toBe(code);
  });

  test("is a refused version, noted at the beginning", () => {
    const { dryRun, reports } = observing();
    const [old, current] = [request({ "uhp-version": "1999-01-01" }), request()];
    dryRun.checkVersion(old);
    dryRun.checkVersion(current);
    expect([dryRun.isWaiting(old), dryRun.isWaiting(current)]).toEqual([true, false]);
    dryRun.ended(sent(200, "{}", "application/json"), old);
    expect(reports.map(({ code }) => code)).toEqual(["unsupported_protocol_version"]);
  });

  test("is the first failure of a request", () => {
    const { dryRun, reports } = observing();
    const context = request();
    dryRun.respond(acme.error("session_busy"), context);
    dryRun.respond(new Error("wrapped"), context);
    dryRun.notFound(context, []);
    dryRun.replace(sent(500, "Internal Server Error"), context);
    dryRun.clientError({ code: "HPE_INVALID_METHOD" }, context);
    dryRun.ended(sent(500), context);
    expect(reports.map(({ code }) => code)).toEqual(["session_busy"]);
  });

  test("is nothing for a success", () => {
    const { dryRun, reports } = observing();
    const context = request();
    dryRun.checkVersion(context);
    dryRun.replace(sent(200, "{}"), context);
    dryRun.ended(sent(200, "{}"), context);
    expect(reports).toEqual([]);
  });
});

describe("an error that comes after the head", () => {
  test.each([
    ["started", "cut"],
    ["finished", "late"],
    ["gone", "aborted"],
  ] as const)("is reported at once if the response is %s", (phase, outcome) => {
    const { dryRun, reports } = observing();
    const context = request({}, phase);
    dryRun.respond(new Error("x"), context);
    expect(dryRun.isWaiting(context)).toBe(false);
    expect(reports.map((report) => report.outcome)).toEqual([outcome]);
  });

  test("is reported once, although its source and its listeners fail with errors of their own", () => {
    const { dryRun, reports } = observing();
    const context = request({}, "started");
    const [first, second] = [new Error("a"), new Error("b")];
    dryRun.respond(first, context);
    dryRun.respond(second, context);
    dryRun.ended(sent(200), context);
    expect(reports.map(({ thrown, outcome }) => [thrown, outcome])).toEqual([[first, "cut"]]);
  });

  test("is reported once beside a version that is not served", () => {
    const { dryRun, reports } = observing();
    let phase: ResponsePhase = "open";
    const context: RequestContext = { ...request({ "uhp-version": "1999-01-01" }), phase: () => phase };
    dryRun.checkVersion(context);
    phase = "started";
    dryRun.respond(new Error("a"), context);
    dryRun.respond(new Error("b"), context);
    dryRun.ended(sent(200), context);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["cut", "observed"]);
  });

  test("is reported beside a failed task in the same response", () => {
    const { dryRun, contract, reports } = observing();
    const context = request({}, "started");
    contract.task.failed({}, new Error("a"), context);
    dryRun.respond(new Error("b"), context);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["answered", "cut"]);
  });

  test("is reported beside the one that waits", () => {
    const { dryRun, reports } = observing();
    let phase: ResponsePhase = "open";
    const context: RequestContext = { ...request(), phase: () => phase };
    const [first, wrapped, second] = [new Error("a"), new Error("b"), new Error("c")];
    dryRun.respond(first, context);
    dryRun.respond(wrapped, context);
    phase = "started";
    dryRun.respond(wrapped, context);
    dryRun.respond(second, context);
    expect(reports.map(({ thrown, outcome }) => [thrown, outcome])).toEqual([[second, "cut"]]);
    dryRun.ended(sent(500), context);
    expect(reports.map(({ thrown }) => thrown)).toEqual([second, first]);
  });
});

test("no method throws, whatever an adapter passes", () => {
  const { dryRun, reports } = observing();
  const broken = null as unknown as RequestContext;
  dryRun.checkVersion(broken);
  dryRun.respond(new Error("x"), broken);
  dryRun.notFound(broken, []);
  dryRun.replace(sent(500), broken);
  dryRun.clientError(new Error("x"), broken);
  dryRun.ended(sent(500), broken);
  expect([dryRun.isWaiting(broken), reports]).toEqual([false, []]);
});

describe("a contract that only reports", () => {
  test.each<readonly [type: string | undefined, mediaType: string | undefined]>([
    ["Text/HTML; charset=utf-8", "text/html"],
    ["text/plain", "text/plain"],
    [undefined, undefined],
    ["", undefined],
    [" ; charset=utf-8", undefined],
  ])("reports a response of the type %j as %j", (type, mediaType) => {
    const { dryRun, reports } = observing();
    const context = request();
    dryRun.respond(new Error("x"), context);
    dryRun.ended(sent(500, "y".repeat(201), type), context);
    const seen = { status: 500, mediaType, start: "y".repeat(200) };
    expect(reports.map(({ reportOnly }) => reportOnly?.sent)).toEqual([seen]);
  });

  test("reports one failure of a request, and not also an error that was not thrown", () => {
    const { contract, dryRun, reports } = observing();
    const listeners: (() => void)[] = [];
    const context: RequestContext = { ...request(), onEnd: (listener) => listeners.push(listener) };
    contract.handle(context, () => acme.error("acme_sold_out"));
    dryRun.respond(new Error("x"), context);
    for (const listener of listeners) listener();
    dryRun.ended(sent(500), context);
    expect(reports.map(({ outcome, code }) => [outcome, code])).toEqual([["observed", "acme_internal_error"]]);
  });

  test("measures the time until the response has ended", () => {
    const clock = vi.spyOn(performance, "now");
    try {
      const { dryRun, reports } = observing();
      const context = request();
      clock.mockReturnValue(1_000);
      dryRun.respond(new Error("x"), context);
      clock.mockReturnValue(1_250);
      dryRun.ended(sent(500), context);
      expect(reports[0]?.durationMs).toBe(250);
    } finally {
      clock.mockRestore();
    }
  });

  test.each([true, false])("notes in its reports whether messages are exposed: %s", (exposeMessages) => {
    const { dryRun, reports } = observing({ exposeMessages });
    const context = request();
    dryRun.respond(new Error("x"), context);
    dryRun.ended(sent(500), context);
    expect(reports.map(isExposed)).toEqual([exposeMessages]);
  });
});
