import { describe, expect, test } from "vitest";
import type { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});

function contractWith(options: ContractOptions = {}) {
  return reporting(acme, options);
}

/** A request with header fields. */
function request(headers: Readonly<Record<string, string>> = {}, more: Partial<RequestContext> = {}): RequestContext {
  return { method: "GET", path: "/v1/orders?key=1", header: (name) => headers[name], ...more };
}

const broken = (part: keyof RequestContext): RequestContext =>
  Object.defineProperty(request(), part, {
    get() {
      throw new Error("the adapter is broken");
    },
  });

const errorOf = (response: ErrorResponse | undefined) => JSON.parse(response?.body ?? "null")?.error;

describe("appliesTo", () => {
  test.each<readonly [what: string, option: ContractOptions["appliesTo"], applies: boolean]>([
    ["is true without the option", undefined, true],
    ["is what the option says", ({ path }) => path.startsWith("/v1/"), true],
    ["is what the option says, too", ({ path }) => path.startsWith("/v2/"), false],
    ["is true if the option throws", () => Number.NaN.toFixed(101) as never, true],
  ])("%s", (_what, option, applies) => {
    const { contract } = contractWith(option === undefined ? {} : { appliesTo: option });
    expect(contract.appliesTo(request())).toBe(applies);
  });
});

describe("the headers of every response", () => {
  test("are the version and the request's id", () => {
    const { contract } = contractWith();
    expect(contract.headers(request({ "x-request-id": "r-1" }))).toEqual({
      "UHP-Version": contract.defaultVersion,
      "x-request-id": "r-1",
    });
    expect(contractWith({ correlationId: false }).contract.headers(request())).toEqual({
      "UHP-Version": contract.defaultVersion,
    });
  });

  const PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const traced: readonly (readonly [string, Record<string, string>, Record<string, string>])[] = [
    ["nothing", {}, {}],
    ["a parent and a state", { traceparent: PARENT, tracestate: "a=1" }, { traceparent: PARENT, tracestate: "a=1" }],
    ["a state alone", { tracestate: "a=1" }, {}],
    [
      "the longest state",
      { traceparent: PARENT, tracestate: "a".repeat(512) },
      { traceparent: PARENT, tracestate: "a".repeat(512) },
    ],
    ["too long a state", { traceparent: PARENT, tracestate: "a".repeat(513) }, { traceparent: PARENT }],
  ];
  test.each(traced)("passed on to other services, with %s", (_what, headers, passedOn) => {
    const { contract } = contractWith();
    expect(contract.traceHeaders(request({ ...headers, "x-request-id": "r-1" }))).toEqual({
      ...passedOn,
      "x-request-id": "r-1",
    });
    expect(contractWith({ correlationId: false }).contract.traceHeaders(request(headers))).toEqual(passedOn);
  });
});

describe("checkVersion", () => {
  test("refuses a version that is not served", () => {
    const { contract, reports } = contractWith();
    const response = contract.checkVersion(request({ "uhp-version": "1999-01-01" }));
    expect(response?.status).toBe(400);
    expect(errorOf(response)).toMatchObject({
      code: "unsupported_protocol_version",
      detail: { supported: contract.versions },
    });
    expect(reports.map(({ code, outcome }) => [code, outcome])).toEqual([["unsupported_protocol_version", "answered"]]);
  });

  test("lets the others pass", () => {
    const { contract, reports } = contractWith();
    for (const version of contract.versions) {
      expect(contract.checkVersion(request({ "uhp-version": version }))).toBe(undefined);
    }
    expect(contract.checkVersion(request())).toBe(undefined);
    expect(reports).toEqual([]);
  });
});

describe("handle", () => {
  /** A request that can be ended. */
  function ending() {
    const listeners: (() => void)[] = [];
    return { context: request({}, { onEnd: (listener) => listeners.push(listener) }), listeners };
  }

  test("returns and throws what the handler does", () => {
    const { contract } = contractWith();
    const { context, listeners } = ending();
    expect(contract.handle(context, () => 7)).toBe(7);
    const thrown = new Error("x");
    expect(() =>
      contract.handle(context, () => {
        throw thrown;
      }),
    ).toThrow(thrown);
    expect(listeners).toEqual([]);
  });

  test("reports an error that the handler made and did not throw, once the response has ended", () => {
    const { contract, reports } = contractWith();
    const { context, listeners } = ending();
    contract.handle(context, () => acme.error("acme_sold_out"));
    expect([listeners.length, reports.length]).toEqual([1, 0]);
    listeners[0]?.();
    listeners[0]?.();
    expect(reports.map(({ code, outcome, level }) => [code, outcome, level])).toEqual([
      ["acme_sold_out", "unanswered", "info"],
    ]);
  });

  test("reports none that was answered, or whose request was", () => {
    const { contract, reports } = contractWith();
    const [one, other] = [ending(), ending()];
    const made = contract.handle(one.context, () => acme.error("acme_sold_out"));
    contract.respond(made, one.context);
    contract.handle(other.context, () => acme.error("acme_sold_out"));
    contract.respond(new Error("x"), other.context);
    for (const listener of [...one.listeners, ...other.listeners]) listener();
    expect(reports.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
  });

  test("needs no adapter that can tell of the end", () => {
    const { contract, reports } = contractWith();
    expect(contract.handle(request(), () => acme.error("acme_sold_out").code)).toBe("acme_sold_out");
    const unable = request({}, { onEnd: () => Number.NaN.toFixed(101) });
    expect(contract.handle(unable, () => acme.error("acme_sold_out").code)).toBe("acme_sold_out");
    expect(reports).toEqual([]);
  });
});

describe("clientError", () => {
  const parserError = (code: string) => Object.assign(new Error("Parse Error"), { code });

  test("responds to what Node's parser rejects", () => {
    const { contract, reports } = contractWith();
    expect(contract.clientError(parserError("HPE_INVALID_METHOD"))?.status).toBe(400);
    expect(contract.clientError(parserError("HPE_HEADER_OVERFLOW"), request())?.status).toBe(431);
    expect(reports.map(({ method, outcome }) => [method, outcome])).toEqual([
      ["", "answered"],
      ["GET", "answered"],
    ]);
  });

  test("counts as handled", () => {
    const { contract, reports } = contractWith();
    const [context, error] = [request(), parserError("HPE_INVALID_METHOD")];
    contract.clientError(error, context);
    expect(contract.respond(error, context)).toBe(undefined);
    expect(reports).toHaveLength(1);
  });
});

describe("respond", () => {
  test.each([
    ["started", "cut"],
    ["finished", "late"],
    ["gone", "aborted"],
  ] as const)("is too late once the response is %s", (phase, outcome) => {
    const { contract, reports } = contractWith();
    const context = request({}, { phase: () => phase });
    expect(contract.respond(acme.error("acme_sold_out"), context)).toBe(undefined);
    expect(reports.map((report) => [report.outcome, report.code])).toEqual([
      [outcome, phase === "gone" ? null : "acme_sold_out"],
    ]);
  });
});

describe("a broken adapter", () => {
  test.each<readonly [what: string, act: (contract: ReturnType<typeof createAdapterContract>) => unknown]>([
    ["respond", (contract) => contract.respond(new Error("x"), broken("path"))],
    ["notFound", (contract) => contract.notFound(broken("path"))],
    ["replace", (contract) => contract.replace({ status: 500, body: "", header: () => undefined }, broken("path"))],
    ["clientError", (contract) => contract.clientError({ code: "HPE_INVALID_METHOD" }, broken("path"))],
  ])("gets an internal error from %s", (_what, act) => {
    const { contract, reports } = contractWith();
    const response = act(contract) as ErrorResponse;
    expect([response.status, errorOf(response).code]).toEqual([500, "acme_internal_error"]);
    expect(reports.map(({ misuse }) => misuse)).toEqual(["making a response failed; `thrown` is what was thrown then"]);
  });
});

describe("a context that cannot be read", () => {
  const none = null as unknown as RequestContext;

  test("keeps no request from being handled", () => {
    const { contract, reports } = contractWith({ appliesTo: () => false });
    expect([contract.appliesTo(none), contract.headers(none), contract.traceHeaders(none)]).toEqual([true, {}, {}]);
    expect(reports).toEqual([]);
  });

  test("gets an internal error, and an explanation", () => {
    const { contract, reports } = contractWith();
    expect(contract.checkVersion(none)?.status).toBe(500);
    expect(reports).toMatchObject([{ code: "acme_internal_error", level: "error" }]);
    expect(contract.explain(new Error("x"), none)).toMatchObject({ code: "acme_internal_error", origin: "unknown" });
  });
});

describe("failStream", () => {
  const stream = { nextSequenceNumber: 4, responseObject: { id: "resp_1" } };

  test("returns the last events of a stream, and reports", () => {
    const { contract, reports } = contractWith();
    const text = contract.failStream(acme.error("acme_sold_out"), request(), stream);
    const events = String(text)
      .split("\n\n")
      .filter((event) => event !== "")
      .map((event) => JSON.parse(event.slice("data: ".length)));
    expect(events).toMatchObject([
      { type: "error", sequence_number: 4, code: "acme_sold_out" },
      { type: "response.failed", sequence_number: 5, response: { id: "resp_1", status: "failed" } },
    ]);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["streamed"]);
  });

  test("returns nothing for a client that left, nor for a context that cannot be read", () => {
    const { contract, reports } = contractWith();
    expect(contract.failStream(new Error("x"), request({}, { phase: () => "gone" }), stream)).toBe(undefined);
    expect(contract.failStream(new Error("x"), null as never, stream)).toBe(undefined);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["aborted"]);
  });
});
