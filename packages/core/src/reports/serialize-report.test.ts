import { describe, expect, test } from "vitest";
import { reportOf } from "../../../../test/support/report-of.ts";
import type { ErrorReport } from "./report.ts";
import { type SerializedReport, serializeReport } from "./serialize-report.ts";

/** Converts the report of a thrown value, with changes. */
function serialized(thrown: unknown, change: Partial<ErrorReport> = {}): SerializedReport {
  return serializeReport(reportOf(thrown, { durationMs: 12.36, ...change }));
}

test("a report without a thrown value has only what is known", () => {
  expect(serialized(undefined, { origin: "recognized", recognizer: undefined, withheld: [] })).toStrictEqual({
    outcome: "answered",
    status: 500,
    code: "acme_internal_error",
    type: "server_error",
    transport: "http",
    method: "GET",
    path: "/v1/orders/17",
    route: undefined,
    version: "2026-10-04",
    correlationId: "id-1",
    durationMs: 12.4,
    origin: "recognized",
    recognizer: undefined,
    because: ["Nothing was thrown. The contract refused the request by itself."],
    fix: undefined,
    upstream: undefined,
    sent: undefined,
    thrown: undefined,
    causes: undefined,
    withheld: undefined,
    unsent: undefined,
    removed: undefined,
  });
});

test("a report has the thrown value and its causes", () => {
  const stack = "Error: no\n    at load (/srv/a.ts:1:2)";
  const thrown = Object.assign(new Error("no", { cause: "the disk" }), { code: "E_NO", stack });
  expect(serialized(thrown)).toMatchObject({
    thrown: { name: "Error", code: "E_NO", message: "no", at: "load (/srv/a.ts:1:2)", stack },
    causes: [{ name: "string", code: undefined, message: "the disk", at: undefined }],
  });
  expect(serialized(new Error("no")).causes).toBe(undefined);
});

describe("a report has", () => {
  const gone = { code: "gone", status: 410, requestId: "r-1" };
  const bad = { code: null, status: 502, requestId: undefined };
  const sent = (status: number, mediaType: string | undefined): Partial<ErrorReport> => ({
    reportOnly: { sent: { status, mediaType, start: "<h1>" }, wouldSend: { status: 500, headers: {}, body: "" } },
  });

  test.each<readonly [what: string, change: Partial<ErrorReport>, part: Partial<SerializedReport>]>([
    ["the route", { route: "/v1/orders/:id" }, { route: "/v1/orders/:id" }],
    ["the recognizer", { recognizer: "own" }, { recognizer: "own" }],
    ["another service's response", { upstream: gone }, { upstream: gone }],
    ["another service's response without a code", { upstream: bad }, { upstream: bad }],
    ["what was sent, without its body", sent(409, "text/html"), { sent: { status: 409, mediaType: "text/html" } }],
    ["what was sent without a media type", sent(0, undefined), { sent: { status: 0, mediaType: undefined } }],
    ["the kinds of removed data", { removed: [{ kind: "host", rule: "address", index: 3 }] }, { removed: ["host"] }],
    ["no code if the client left", { code: null, status: null, type: null }, { code: null, status: null, type: null }],
  ])("%s", (_what, change, part) => expect(serialized(new Error("no"), change)).toMatchObject(part));
});

test.each<
  readonly [field: "transport" | "method" | "path" | "route" | "correlationId" | "recognizer" | "code", limit: number]
>([
  ["transport", 40],
  ["method", 40],
  ["path", 500],
  ["route", 300],
  ["correlationId", 200],
  ["recognizer", 80],
  ["code", 200],
])("the field %s has at most %d characters, on one line", (field, limit) => {
  const text = `\n${"a".repeat(limit)}`;
  expect(serialized(new Error("no"), { [field]: text })[field]).toBe(`\\n${"a".repeat(limit - 3)}…`);
});
