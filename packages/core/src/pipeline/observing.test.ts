import { describe, expect, test, vi } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { InterceptedResponse } from "../http/response.ts";
import { isExposed } from "../reports/report.ts";
import { type ContractOptions, settingsOf } from "./contract-options.ts";
import { ObservingPipeline } from "./observing.ts";
import { Pipeline } from "./pipeline.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});

function request(more: Partial<RequestContext> = {}): RequestContext {
  return { method: "GET", path: "/v1/orders", header: () => undefined, ...more };
}

function sent(status: number, body = "", type?: string): InterceptedResponse {
  return { status, body, header: (name) => (name === "content-type" ? type : undefined) };
}

function observing(options: ContractOptions = {}) {
  const { contract, reports } = reporting(acme, { reportOnly: true, ...options });
  const { observer } = contract;
  if (observer === undefined) throw new Error("there is no observer");
  return { contract, observer, reports };
}

describe("a contract that only reports", () => {
  test.each<readonly [type: string | undefined, mediaType: string | undefined]>([
    ["Text/HTML; charset=utf-8", "text/html"],
    ["text/plain", "text/plain"],
    [undefined, undefined],
    ["", undefined],
    [" ; charset=utf-8", undefined],
  ])("reports a response of the type %j as %j", (type, mediaType) => {
    const { observer, reports } = observing();
    const context = request();
    observer.thrown(new Error("x"), context);
    observer.ended(sent(500, "y".repeat(201), type), context);
    const seen = { status: 500, mediaType, start: "y".repeat(200) };
    expect(reports.map(({ reportOnly }) => reportOnly?.sent)).toEqual([seen]);
  });

  test("reports one failure of a request, and not also an error that was not thrown", () => {
    const { contract, observer, reports } = observing();
    const listeners: (() => void)[] = [];
    const context = request({ onEnd: (listener) => listeners.push(listener) });
    contract.handle(context, () => acme.error("acme_sold_out"));
    observer.thrown(new Error("x"), context);
    for (const listener of listeners) listener();
    observer.ended(sent(500), context);
    expect(reports.map(({ outcome, code }) => [outcome, code])).toEqual([["observed", "acme_internal_error"]]);
  });

  test("measures the time until the response has ended", () => {
    const clock = vi.spyOn(performance, "now");
    try {
      const { observer, reports } = observing();
      const context = request();
      clock.mockReturnValue(1_000);
      observer.thrown(new Error("x"), context);
      clock.mockReturnValue(1_250);
      observer.ended(sent(500), context);
      expect(reports[0]?.durationMs).toBe(250);
    } finally {
      clock.mockRestore();
    }
  });

  test.each([true, false])("notes in its reports whether messages are exposed: %s", (exposeMessages) => {
    const { observer, reports } = observing({ exposeMessages });
    const context = request();
    observer.thrown(new Error("x"), context);
    observer.ended(sent(500), context);
    expect(reports.map(isExposed)).toEqual([exposeMessages]);
  });

  test("has nothing to report of a request that did not fail", () => {
    const onError = vi.fn();
    const pipeline = new ObservingPipeline(new Pipeline(acme, settingsOf({ reportOnly: true, onError })));
    expect(() => pipeline.release(sent(200), request())).not.toThrow();
    expect(onError).not.toHaveBeenCalled();
  });
});
