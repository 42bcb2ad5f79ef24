import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import type { ErrorReport } from "../reports/report.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});

function contractWith(options: ContractOptions = {}) {
  const reports: ErrorReport[] = [];
  return { contract: createAdapterContract(acme, { onError: (report) => reports.push(report), ...options }), reports };
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
    [
      "is true if the option throws",
      () => {
        throw new Error("x");
      },
      true,
    ],
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
    ["a parent", { traceparent: PARENT }, { traceparent: PARENT }],
    ["a parent and a state", { traceparent: PARENT, tracestate: "a=1" }, { traceparent: PARENT, tracestate: "a=1" }],
    ["a state alone", { tracestate: "a=1" }, {}],
    ["an invalid parent", { traceparent: `ff${PARENT.slice(2)}`, tracestate: "a=1" }, {}],
    ["a trace id of zeros", { traceparent: PARENT.replace(/[0-9a-f]{32}/, "0".repeat(32)) }, {}],
    ["a parent id of zeros", { traceparent: PARENT.replace("b7ad6b7169203331", "0".repeat(16)) }, {}],
    ["a later version's parent", { traceparent: `cc${PARENT.slice(2)}-x` }, { traceparent: `cc${PARENT.slice(2)}-x` }],
    ["a parent with more before it", { traceparent: `a${PARENT}` }, {}],
    ["a parent with more after it", { traceparent: `${PARENT}a` }, {}],
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

describe("the id of a request", () => {
  const PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const idOf = (headers: Record<string, string>, options: ContractOptions = {}) =>
    contractWith(options).contract.headers(request(headers))["x-request-id"];
  const NEW = /^[0-9a-f-]{32,36}$/;

  test.each<readonly [string, Record<string, string>, string | undefined]>([
    ["is the client's", { "x-request-id": "A.b_c:d-9" }, "A.b_c:d-9"],
    ["is the client's before the trace's", { "x-request-id": "r-1", traceparent: PARENT }, "r-1"],
    ["is the trace's", { traceparent: PARENT }, "0af7651916cd43dd8448eb211c80319c"],
    [
      "is the trace's if the client's is malformed",
      { "x-request-id": "a b", traceparent: PARENT },
      PARENT.slice(3, 35),
    ],
    ["may have 128 characters", { "x-request-id": "a".repeat(128) }, "a".repeat(128)],
    ["is new if it is too long", { "x-request-id": "a".repeat(129) }, undefined],
    ["is new if it is empty", { "x-request-id": "" }, undefined],
    ["is new if more follows it", { "x-request-id": "r-1\n" }, undefined],
    ["is new with an invalid trace", { traceparent: "x" }, undefined],
    ["is new", {}, undefined],
  ])("%s", (_what, headers, id) => {
    const given = idOf(headers);
    if (id === undefined) expect(given).toMatch(NEW);
    else expect(given).toBe(id);
  });

  test.each<readonly [string, ContractOptions["correlationId"], string | undefined]>([
    ["is what the option returns", ({ path }) => path.slice(4, 10), "orders"],
    ["is new if the option throws", () => Number.NaN.toFixed(101), undefined],
    ["is new if the option returns no id", () => "a b", undefined],
    ["is new if the option is asynchronous", (() => Promise.reject(new Error("x"))) as never, undefined],
  ])("%s", (_what, correlationId, id) => {
    const given = idOf({ "x-request-id": "r-1" }, correlationId === undefined ? {} : { correlationId });
    if (id === undefined) expect(given).toMatch(NEW);
    else expect(given).toBe(id);
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

describe("notFound", () => {
  test.each<readonly [what: string, allow: readonly string[] | undefined, routed: boolean | undefined, code: string]>([
    ["no route", undefined, undefined, "acme_route_not_found"],
    ["no route, says the framework", [], false, "acme_route_not_found"],
    ["a route that passed the request on", [], true, "acme_not_found"],
    ["routes for other methods", ["GET", "HEAD"], undefined, "acme_method_not_allowed"],
  ])("with %s", (_what, allow, routed, code) => {
    const { contract } = contractWith();
    const response = contract.notFound(request({}, { isRouted: () => routed }), allow);
    expect(errorOf(response).code).toBe(code);
    expect(response.headers["Allow"]).toBe(allow?.length === 2 ? "GET, HEAD" : undefined);
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

describe("reportWrongStatus", () => {
  const written = (status: number, body: string) => ({ status, body, header: () => undefined });
  const envelope = JSON.stringify({ error: acme.error("acme_sold_out") });

  test("reports an envelope under a success status", () => {
    const { contract, reports } = contractWith();
    contract.reportWrongStatus(written(200, envelope), request());
    expect(reports).toMatchObject([{ code: "acme_sold_out", outcome: "late", level: "error" }]);
    expect(reports[0]?.misuse).toContain("an envelope was written with status 200");
  });

  test("reports nothing else", () => {
    const { contract, reports } = contractWith();
    contract.reportWrongStatus(written(200, "{}"), request());
    contract.reportWrongStatus(written(302, envelope), request());
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

  test("has no response for a client that left", () => {
    const { contract, reports } = contractWith();
    const context = request();
    expect(contract.clientError(parserError("ECONNRESET"), context)).toBe(undefined);
    expect(contract.clientError(parserError("ECONNRESET"), context)).toBe(undefined);
    expect(reports.map(({ code, outcome, level }) => [code, outcome, level])).toEqual([[null, "aborted", "debug"]]);
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

  test("responds once to one error of a request", () => {
    const { contract, reports } = contractWith();
    const [context, errors] = [request(), [new Error("a"), new Error("b"), new Error("c")]];
    for (const error of [...errors, ...errors, errors[1]]) contract.respond(error, context);
    expect(reports.map(({ thrown }) => thrown)).toEqual(errors);
    expect(contract.respond(errors[0], request())?.status).toBe(500);
    expect([contract.respond("x", context), contract.respond("x", context)].map((one) => one?.status)).toEqual([
      500, 500,
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

describe("explain", () => {
  test("says which code a value gets, and why, and reports nothing", () => {
    const { contract, reports } = contractWith();
    expect(contract.explain(acme.error("acme_sold_out"))).toMatchObject({ code: "acme_sold_out", origin: "catalog" });
    expect(contract.explain(new Error("x"))).toMatchObject({ code: "acme_internal_error", origin: "unknown" });
    expect(reports).toEqual([]);
  });
});

describe("handleError", () => {
  test("answers as unknown a call that it cannot read", () => {
    const { contract, reports } = contractWith();
    const call = new Proxy(
      { transport: "queue" },
      {
        get() {
          throw new Error("x");
        },
      },
    );
    expect(contract.handleError(acme.error("acme_sold_out"), call).error.code).toBe("acme_sold_out");
    expect(reports.map(({ transport }) => transport)).toEqual(["unknown"]);
  });
});
