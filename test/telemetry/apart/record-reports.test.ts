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
import { describe, expect, onTestFinished, test, vi } from "vitest";
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

describe("with the opt-in for exceptions in logs", () => {
  const exporter = new InMemoryLogRecordExporter();
  const logs = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });

  /** Makes a hook under a value of the opt-in, which is read when the hook is made. */
  const hookWith = (value: string) => {
    vi.stubEnv("OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN", value);
    onTestFinished(() => void vi.unstubAllEnvs());
    return recordReports({ logs });
  };
  const taken = () => {
    const records = exporter
      .getFinishedLogRecords()
      .map(({ eventName, severityNumber }) => [eventName, severityNumber]);
    exporter.reset();
    return records;
  };

  test.each([
    ["", "uhp.error"],
    ["spans", "uhp.error"],
    ["logs", "http.server.request.exception"],
    ["logs/dup", "http.server.request.exception"],
    [" LOGS ", "http.server.request.exception"],
  ])("%j, an exception is the event %s", async (value, name) => {
    const onError = hookWith(value);
    const span = await within(SERVER, () => answer(onError, new RangeError("x")));
    expect(span?.events).toEqual([]);
    expect(taken()).toEqual([[name, 17]]);
  });

  const failed = { code: "EIO", cause: new Error("disk") };
  test.each<readonly [what: string, event: string, thrown: unknown, change: Partial<ErrorReport>]>([
    ["a thrown string", "http.server.request.exception", "no", {}],
    ["an error of a library", "http.server.request.exception", Object.assign(new Error("x"), failed), {}],
    ["an exception after the response", "http.server.request.exception", new Error("x"), { outcome: "late" }],
    ["an exception of a call", "exception", new Error("x"), { transport: "mcp" }],
    ["a code of the client's", "uhp.error", acme.error("session_expired"), {}],
    ["a code of the catalog with 503", "uhp.error", acme.error("memory_unavailable", { status: 503 }), {}],
    ["what a recognizer gives a 4xx", "uhp.error", new Error("x"), { level: "info", origin: "recognized" }],
    ["a client that left", "uhp.error", new Error("x"), { level: "debug", code: null, outcome: "aborted" }],
    ["a replaced response", "uhp.error", new Error("x"), { thrown: undefined }],
  ])("%s is the event %s", (_what, event, thrown, change) => {
    answer(hookWith("logs"), thrown, change);
    expect(taken().map(([name]) => name)).toEqual([event]);
  });

  test("an exception shows what a report shows, and its attributes are those without the opt-in", () => {
    const secret = "sk-live-4f9aQ7xT2mB8nV5cZ1kL6wRd";
    const cause = new Error(`Authorization: Bearer ${secret}`);
    const thrown = new TypeError(`https://svc:hunter2@db.example/?token=${secret} ${"x".repeat(9_000)}`, { cause });
    const change = { correlationId: "id-3", durationMs: 1 };
    answer(hookWith("logs"), thrown, change);
    answer(hookWith(""), thrown, change);
    const [exception, error] = exporter.getFinishedLogRecords();
    exporter.reset();
    expect(exception?.attributes).toEqual(error?.attributes);
    expect(exception?.attributes).toMatchObject({ "exception.type": "TypeError", "error.type": "acme_internal_error" });
    const shown = JSON.stringify(exception?.attributes);
    expect(shown).toContain("Caused by: Error: ");
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain("hunter2");
    expect(String(exception?.attributes["exception.message"]).length).toBeLessThanOrEqual(1_000);
    expect(shown.length).toBeLessThan(32_768);
  });

  test("an environment that cannot be read counts as unset", () => {
    vi.stubGlobal("process", undefined);
    const without = recordReports({ logs });
    vi.stubGlobal("process", Object.defineProperty({}, "env", { get: throwing }));
    const refused = recordReports({ logs });
    vi.unstubAllGlobals();
    answer(without, new Error("x"));
    answer(refused, new Error("x"));
    expect(taken()).toEqual([
      ["uhp.error", 17],
      ["uhp.error", 17],
    ]);
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
