import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { InterceptedResponse, ResponsePhase } from "../http/response.ts";
import type { Observer } from "./observer.ts";

const acme = defineCatalog({ vendor: "acme" });

function observing() {
  const { contract, reports } = reporting(acme, { reportOnly: true });
  const { observer } = contract;
  if (observer === undefined) throw new Error("there is no observer");
  return { observer, contract, reports };
}

function request(headers: Readonly<Record<string, string>> = {}, phase?: ResponsePhase): RequestContext {
  return { method: "GET", path: "/v1/orders", header: (name) => headers[name], ...(phase && { phase: () => phase }) };
}

function sent(status: number, body = "", type?: string): InterceptedResponse {
  return { status, body, header: (name) => (name === "content-type" ? type : undefined) };
}

test("exists only if the contract only reports", () => {
  expect(createAdapterContract(acme, { onError: () => {} }).observer).toBe(undefined);
});

describe("what the contract would have answered", () => {
  test.each<readonly [what: string, note: (observer: Observer, context: RequestContext) => void, code: string]>([
    ["a thrown error", (observer, context) => observer.thrown(acme.error("session_busy"), context), "session_busy"],
    ["an unknown error", (observer, context) => observer.thrown(new Error("x"), context), "acme_internal_error"],
    ["no route", (observer, context) => observer.notFound(context, []), "acme_route_not_found"],
    ["another method", (observer, context) => observer.notFound(context, ["PUT"]), "acme_method_not_allowed"],
    ["a written error", (observer, context) => observer.written(sent(404, "Not here"), context), "acme_not_found"],
    [
      "a request that Node refuses",
      (observer, context) => observer.clientError({ code: "HPE_INVALID_METHOD" }, context),
      "acme_bad_request",
    ],
  ])("is reported once the response has ended: %s", (_what, note, code) => {
    const { observer, reports } = observing();
    const context = request();
    note(observer, context);
    expect([observer.isWaiting(context), reports.length]).toEqual([true, 0]);
    observer.ended(sent(418, "short and stout", "Text/Plain; charset=utf-8"), context);
    expect(observer.isWaiting(context)).toBe(false);
    observer.ended(sent(200), context);
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
    const { observer, reports } = observing();
    const [old, current] = [request({ "uhp-version": "1999-01-01" }), request()];
    observer.begin(old);
    observer.begin(current);
    expect([observer.isWaiting(old), observer.isWaiting(current)]).toEqual([true, false]);
    observer.ended(sent(200, "{}", "application/json"), old);
    expect(reports.map(({ code }) => code)).toEqual(["unsupported_protocol_version"]);
  });

  test("is the first failure of a request", () => {
    const { observer, reports } = observing();
    const context = request();
    observer.thrown(acme.error("session_busy"), context);
    observer.thrown(new Error("wrapped"), context);
    observer.notFound(context, []);
    observer.written(sent(500, "Internal Server Error"), context);
    observer.clientError({ code: "HPE_INVALID_METHOD" }, context);
    observer.ended(sent(500), context);
    expect(reports.map(({ code }) => code)).toEqual(["session_busy"]);
  });

  test("is nothing for a success", () => {
    const { observer, reports } = observing();
    const context = request();
    observer.begin(context);
    observer.written(sent(200, "{}"), context);
    observer.ended(sent(200, "{}"), context);
    expect(reports).toEqual([]);
  });
});

describe("an error that comes after the head", () => {
  test.each([
    ["started", "cut"],
    ["finished", "late"],
    ["gone", "aborted"],
  ] as const)("is reported at once if the response is %s", (phase, outcome) => {
    const { observer, reports } = observing();
    const context = request({}, phase);
    observer.thrown(new Error("x"), context);
    expect(observer.isWaiting(context)).toBe(false);
    expect(reports.map((report) => report.outcome)).toEqual([outcome]);
  });

  test("is reported once, although its source and its listeners fail with errors of their own", () => {
    const { observer, reports } = observing();
    const context = request({}, "started");
    const [first, second] = [new Error("a"), new Error("b")];
    observer.thrown(first, context);
    observer.thrown(second, context);
    observer.ended(sent(200), context);
    expect(reports.map(({ thrown, outcome }) => [thrown, outcome])).toEqual([[first, "cut"]]);
  });

  test("is reported once beside a version that is not served", () => {
    const { observer, reports } = observing();
    let phase: ResponsePhase = "open";
    const context: RequestContext = { ...request({ "uhp-version": "1999-01-01" }), phase: () => phase };
    observer.begin(context);
    phase = "started";
    observer.thrown(new Error("a"), context);
    observer.thrown(new Error("b"), context);
    observer.ended(sent(200), context);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["cut", "observed"]);
  });

  test("is reported beside a failed task in the same response", () => {
    const { observer, contract, reports } = observing();
    const context = request({}, "started");
    contract.task.failed({}, new Error("a"), context);
    observer.thrown(new Error("b"), context);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["answered", "cut"]);
  });

  test("is reported beside the one that waits", () => {
    const { observer, reports } = observing();
    let phase: ResponsePhase = "open";
    const context: RequestContext = { ...request(), phase: () => phase };
    const [first, wrapped, second] = [new Error("a"), new Error("b"), new Error("c")];
    observer.thrown(first, context);
    observer.thrown(wrapped, context);
    phase = "started";
    observer.thrown(wrapped, context);
    observer.thrown(second, context);
    expect(reports.map(({ thrown, outcome }) => [thrown, outcome])).toEqual([[second, "cut"]]);
    observer.ended(sent(500), context);
    expect(reports.map(({ thrown }) => thrown)).toEqual([second, first]);
  });
});

test("no method throws, whatever an adapter passes", () => {
  const { observer, reports } = observing();
  const broken = null as unknown as RequestContext;
  observer.begin(broken);
  observer.thrown(new Error("x"), broken);
  observer.notFound(broken, []);
  observer.written(sent(500), broken);
  observer.clientError(new Error("x"), broken);
  observer.ended(sent(500), broken);
  expect([observer.isWaiting(broken), reports]).toEqual([false, []]);
});
