import {
  context,
  type MeterProvider,
  metrics,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { createContract, type ErrorReport, type OnError } from "@uhp-errors/core";
import { recordReports, restoreErrorType } from "@uhp-errors/otel";
import { describe, expect, test } from "vitest";
import { acme } from "../../support/catalog.ts";
import { countedDuring, takeSpans } from "../sdk.ts";

const tracer = trace.getTracer("test");

/** Makes a contract answer one error. A test may change the report. */
function answer(onError: OnError, thrown: unknown, change: Partial<ErrorReport> = {}): void {
  const contract = createContract(acme, { onError: (report) => onError({ ...report, ...change }) });
  contract.respond(thrown, { method: "GET", path: "/v1/x", header: () => undefined });
}

describe("the counter", () => {
  test("is found again when another SDK is registered after the contract was made", async () => {
    const onError = recordReports();
    const own = metrics.getMeterProvider();
    metrics.disable();
    answer(onError, acme.error("session_expired"));
    metrics.setGlobalMeterProvider(own);
    const counted = await countedDuring(async () => answer(onError, acme.error("session_expired")));
    expect(counted).toEqual([
      {
        value: 1,
        attributes: {
          "error.type": "session_expired",
          "http.response.status_code": 404,
          "http.route": "_OTHER",
          "uhp.error.origin": "catalog",
          "uhp.error.outcome": "answered",
          "uhp.protocol.version": "2026-10-04",
        },
      },
    ]);
  });

  test("is requested again if the SDK fails to make it", async () => {
    const onError = recordReports();
    const own = metrics.getMeterProvider();
    let failures = 0;
    const failing: MeterProvider = {
      getMeter: (...scope) => {
        failures += 1;
        if (failures === 1) throw new Error("not ready");
        return own.getMeter(...scope);
      },
    };
    const counted = await countedDuring(async () => {
      metrics.disable();
      metrics.setGlobalMeterProvider(failing);
      expect(() => answer(onError, new Error("x"))).not.toThrow();
      answer(onError, new Error("x"));
      metrics.disable();
      metrics.setGlobalMeterProvider(own);
    });
    expect(counted.map(({ value }) => value)).toEqual([1]);
  });
});

/** Runs something within a span. Returns the span when both have ended. */
async function within(kind: number, run: (span: Span) => void) {
  tracer.startActiveSpan("request", { kind }, (span) => {
    run(span);
    span.end();
  });
  const [ended] = await takeSpans(1);
  return ended;
}

const SERVER = 1;
const INTERNAL = 0;

describe("the span", () => {
  test("of a server gets the code, and no status below 500", async () => {
    const span = await within(SERVER, () =>
      answer(recordReports(), acme.error("session_expired"), { correlationId: "id-1" }),
    );
    expect(span?.attributes).toEqual({
      "error.type": "session_expired",
      "uhp.error.code": "session_expired",
      "uhp.correlation_id": "id-1",
    });
    expect(span?.status).toEqual({ code: SpanStatusCode.UNSET });
    expect(span?.events).toEqual([]);
  });

  test("within the server's is left unchanged", async () => {
    const span = await within(INTERNAL, () => answer(recordReports(), new Error("x")));
    expect(span?.attributes).toEqual({});
    expect(span?.status).toEqual({ code: SpanStatusCode.UNSET });
  });

  test.each<readonly [outcome: ErrorReport["outcome"], isNamed: boolean]>([
    ["streamed", true],
    ["cut", true],
    ["aborted", false],
    ["late", false],
    ["unanswered", false],
    ["passed", false],
    ["observed", false],
  ])("of a server whose error was %s fails: %s", async (outcome, isNamed) => {
    const span = await within(SERVER, () => answer(recordReports(), new Error("x"), { outcome }));
    expect([span?.status.code, span?.attributes["error.type"]]).toEqual(
      isNamed ? [SpanStatusCode.ERROR, "acme_internal_error"] : [SpanStatusCode.UNSET, undefined],
    );
  });

  test("may have ended, or be missing", async () => {
    const span = tracer.startSpan("ended", { kind: SERVER }, ROOT_CONTEXT);
    span.end();
    await takeSpans(1);
    expect(() =>
      context.with(trace.setSpan(ROOT_CONTEXT, span), () => answer(recordReports(), new Error("x"))),
    ).not.toThrow();
    expect(() => answer(recordReports(), new Error("x"))).not.toThrow();
  });

  test("keeps its code on request when the status is written over it", async () => {
    const span = await within(SERVER, (open) => {
      answer(recordReports(), new Error("x"));
      open.setAttribute("error.type", "500");
      restoreErrorType(open);
    });
    expect(span?.attributes["error.type"]).toBe("acme_internal_error");
    const other = await within(SERVER, restoreErrorType);
    expect(other?.attributes).toEqual({});
  });
});

describe("log records", () => {
  const exporter = new InMemoryLogRecordExporter();
  const logs = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });

  test("hold the report, belong to the span, and are bounded", async () => {
    const thrown = new RangeError("x".repeat(10_000));
    const span = await within(SERVER, () => answer(recordReports({ logs }), thrown, { correlationId: "id-2" }));
    const [record, ...others] = exporter.getFinishedLogRecords();
    exporter.reset();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      severityNumber: 17,
      severityText: "ERROR",
      body: "500 acme_internal_error (answered)",
      eventName: "uhp.error",
      spanContext: { spanId: span?.spanContext().spanId },
      attributes: {
        "error.type": "acme_internal_error",
        "http.response.status_code": 500,
        "http.request.method": "GET",
        "url.path": "/v1/x",
        "uhp.correlation_id": "id-2",
        "exception.type": "RangeError",
        "exception.message": `${"x".repeat(999)}…`,
      },
    });
    expect(String(record?.attributes["exception.stacktrace"])).toMatch(/^RangeError: x{999}…\n {4}at /);
  });

  const levels: readonly (readonly [Partial<ErrorReport>, number, string])[] = [
    [{ level: "info" }, 9, "404 session_expired (answered)"],
    [{ level: "debug", code: null, status: null, outcome: "aborted" }, 5, "the client left"],
  ];
  test.each(levels)("of a report with %j have the severity %i", (change, severity, body) => {
    answer(recordReports({ logs }), acme.error("session_expired"), change);
    expect(exporter.getFinishedLogRecords()).toMatchObject([{ severityNumber: severity, body }]);
    exporter.reset();
  });
});

const throwing = () => {
  throw new Error("getter");
};

test.each([
  ["a proxy that throws", () => new Proxy(new Error("x"), { get: throwing, getPrototypeOf: throwing })],
  ["getters that throw", () => Object.defineProperties({}, { name: { get: throwing }, message: { get: throwing } })],
  ["nothing", () => undefined],
])("%s is sent like any error", (_, make) => {
  const records: unknown[] = [];
  answer(recordReports({ logs: { getLogger: () => ({ emit: (record) => records.push(record) }) } }), make());
  expect(records).toMatchObject([{ body: "500 acme_internal_error (answered)" }]);
});
