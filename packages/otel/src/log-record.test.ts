import { DiagLogLevel, diag } from "@opentelemetry/api";
import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { expect, onTestFinished, test } from "vitest";
import { labeller } from "./labels.ts";
import { emitRecord, type SentRecord } from "./log-record.ts";
import { recordReports } from "./record-reports.ts";

const acme = defineCatalog({ vendor: "acme" });

/** The report of an error. A test may change it. */
function reportOf(change: Partial<ErrorReport> = {}): ErrorReport {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  contract.respond(acme.error("session_expired"), { method: "GET", path: "/v1/x", header: () => undefined });
  const [report] = reports;
  if (report === undefined) throw new Error("there is a report");
  return { ...report, correlationId: "id-1", ...change };
}

function recordOf(change: Partial<ErrorReport>): SentRecord | undefined {
  const sent: [name: string, record: SentRecord][] = [];
  emitRecord({ getLogger: (name) => ({ emit: (record) => sent.push([name, record]) }) }, reportOf(change));
  expect(sent.map(([name]) => name)).toEqual(["@uhp-errors/otel"]);
  return sent[0]?.[1];
}

const CODE = { "error.type": "session_expired" };
const SENT = { ...CODE, "http.response.status_code": 404 };
const REQUEST = { "http.request.method": "GET", "url.path": "/v1/x" };

test.each<readonly [what: string, change: Partial<ErrorReport>, attributes: object]>([
  ["an HTTP request", { route: "/v1/:id" }, { ...SENT, ...REQUEST, "http.route": "/v1/:id" }],
  ["a request without a route", {}, { ...SENT, ...REQUEST }],
  [
    "a call",
    { transport: "mcp", path: "tools/call", route: "t" },
    { ...CODE, "uhp.call.transport": "mcp", "uhp.call.name": "tools/call" },
  ],
  ["a client that left", { code: null, status: null }, REQUEST],
  ["a recognized error", { recognizer: "pg" }, { ...SENT, ...REQUEST, "uhp.error.recognizer": "pg" }],
  ["an unknown error", { origin: "unknown" }, { ...SENT, ...REQUEST, "uhp.error.origin": "unknown" }],
  [
    "a mistake in the use of the contract",
    { misuse: "mount uhp first" },
    { ...SENT, ...REQUEST, "uhp.error.misuse": "mount uhp first." },
  ],
  [
    "a response that only would have been replaced",
    { reportOnly: { sent: { status: 500, mediaType: undefined, start: "" }, wouldSend: {} as never } },
    { ...SENT, ...REQUEST, "uhp.error.sent_status": 500 },
  ],
])("the record of %s has its facts", (_what, change, attributes) => {
  const { "exception.stacktrace": stack, ...rest } = recordOf(change)?.attributes ?? {};
  expect(typeof stack).toBe("string");
  expect(rest).toEqual({
    "uhp.error.outcome": "answered",
    "uhp.error.origin": "catalog",
    "uhp.protocol.version": "2026-10-04",
    "uhp.correlation_id": "id-1",
    "exception.type": "ContractError",
    "exception.message": "The session is past its retention and can no longer be used.",
    ...attributes,
  });
});

test.each<readonly [change: Partial<ErrorReport>, head: readonly [severity: number, text: string, body: string]]>([
  [{ level: "error", code: "acme_x", status: 500 }, [17, "ERROR", "500 acme_x (answered)"]],
  [{}, [9, "INFO", "404 session_expired (answered)"]],
  [{ level: "debug", code: null, status: null, outcome: "aborted" }, [5, "DEBUG", "the client left"]],
])("the record of a report with %j is headed %j", (change, head) => {
  const { attributes: _attributes, ...rest } = recordOf(change) ?? {};
  const [severityNumber, severityText, body] = head;
  expect(rest).toEqual({ eventName: "uhp.error", severityNumber, severityText, body });
});

test.each<readonly [what: string, eventName: string, change: Partial<ErrorReport>]>([
  ["an exception of a request", "http.server.request.exception", { level: "error", origin: "unknown" }],
  ["an exception of a call", "exception", { level: "error", origin: "unknown", transport: "mcp" }],
  ["an error of the catalog", "uhp.error", { level: "error" }],
  ["what the service handles", "uhp.error", { origin: "unknown" }],
  ["a replaced response", "uhp.error", { level: "error", origin: "unknown", thrown: undefined }],
])("with the conventions' names, the event of %s is %s", (_what, eventName, change) => {
  const sent: SentRecord[] = [];
  emitRecord({ getLogger: () => ({ emit: (record) => sent.push(record) }) }, reportOf(change), true);
  expect(sent.map((record) => record.eventName)).toEqual([eventName]);
});

test("a record has the context of the error as JSON, without credentials", () => {
  const thrown = acme.error("session_expired", { context: { shard: "a", password: "hunter2" } });
  expect(recordOf({ thrown })?.attributes["uhp.error.context"]).toBe('{"shard":"a","password":"[credential]"}');
  expect(recordOf({ thrown: acme.error("session_expired") })?.attributes).not.toHaveProperty("uhp.error.context");
});

test("the stack in a record ends with the causes", () => {
  const at = (message: string, fields: object = {}) =>
    Object.assign(new Error(message), { stack: `Error: ${message}\n    at ${message} (/a.ts:1:2)` }, fields);
  const thrown = at("all", { cause: new AggregateError([at("one", { code: "E_ONE" }), "two"], "some") });
  Object.assign(thrown.cause as object, { stack: undefined });
  expect(recordOf({ thrown })?.attributes["exception.stacktrace"]).toBe(
    [
      "Error: all\n    at all (/a.ts:1:2)",
      "Caused by: AggregateError: some",
      "Caused by: Error [E_ONE]: one\n    at one (/a.ts:1:2)",
      "Caused by: string: two",
    ].join("\n"),
  );
  expect(recordOf({ thrown: "no" })?.attributes).not.toHaveProperty("exception.stacktrace");
});

test.each<readonly [what: string, change: Partial<ErrorReport>, labels: object]>([
  ["an HTTP request", { route: "/v1/:id" }, { ...SENT, "http.route": "/v1/:id" }],
  ["a request without a route", {}, { ...SENT, "http.route": "_OTHER" }],
  ["the longest pattern", { route: "x".repeat(200) }, { ...SENT, "http.route": "x".repeat(200) }],
  ["a longer pattern", { route: "x".repeat(201) }, { ...SENT, "http.route": "_OTHER" }],
  ["a call", { transport: "mcp", route: "t" }, { ...CODE, "uhp.call.transport": "mcp", "uhp.call.name": "t" }],
  ["a client that left", { code: null, status: null }, { "http.route": "_OTHER" }],
])("the labels of %s are few", (_what, change, labels) => {
  expect(labeller()(reportOf(change))).toEqual({
    "uhp.error.outcome": "answered",
    "uhp.error.origin": "catalog",
    "uhp.protocol.version": "2026-10-04",
    ...labels,
  });
});

test("a thousand routes have a label of their own, and no more", () => {
  const [report, labelsOf] = [reportOf(), labeller()];
  const routes = Array.from({ length: 1_100 }, (_, index) => labelsOf({ ...report, route: `/${index}` })["http.route"]);
  expect(routes.slice(999, 1_001)).toEqual(["/999", "_OTHER"]);
  expect(new Set(routes).size).toBe(1_001);
});

test("a report that cannot be sent is told to OpenTelemetry's own logger", () => {
  const told: unknown[][] = [];
  const note = (...given: unknown[]) => void told.push(given);
  diag.setLogger({ error: note, warn() {}, info() {}, debug() {}, verbose() {} }, DiagLogLevel.ERROR);
  onTestFinished(() => diag.disable());
  const failure = new Error("x");
  const logs = {
    getLogger: () => {
      throw failure;
    },
  };
  recordReports({ logs })(reportOf());
  expect(told).toEqual([["@uhp-errors/otel: a report was not sent", failure]]);
});

test.each<readonly [logs: unknown]>([[null], [true], ["logs"], [{}]])("%j is no logs API", (logs) => {
  expect(() => recordReports({ logs: logs as never })).toThrow(
    new TypeError("recordReports: logs: expected the object `logs` of @opentelemetry/api or @opentelemetry/api-logs"),
  );
});
