import { describe, expect, test } from "vitest";
import { acme, reportOf } from "../../../../test/support/report-of.ts";
import { type Paint, readable } from "./readable.ts";
import type { ErrorReport } from "./report.ts";

const plain: Paint = (_part, text) => text;

/** Makes the block of a thrown value, given changes to its report. */
function block(thrown: unknown, change: Partial<ErrorReport>, paint = plain): string {
  return readable(reportOf(thrown, { durationMs: 12.5, ...change }), paint);
}

const expired = () => Object.assign(acme.error("session_expired"), { stack: "" });

test("the block of a request that the contract refused has no thrown value", () => {
  expect(block(undefined, { origin: "recognized", recognizer: undefined, withheld: [] })).toBe(
    `500 acme_internal_error (answered, 13 ms, id id-1)
  request   GET /v1/orders/17, version 2026-10-04
  because   Nothing was thrown. The contract refused the request by itself.
`,
  );
});

test("each part of a block is painted", () => {
  const at = "load (/srv/a.ts:1:2)";
  const error = Object.assign(new Error("no"), { stack: `Error: no\n    at ${at}` });
  const paint: Paint = (part, text) => `<${part}>${text}</${part}>`;
  const lines = block(error, { misuse: "it was read twice" }, paint).split("\n");
  expect(lines).toEqual([
    "<error>500 acme_internal_error</error> <faint>(answered, 13 ms, id id-1)</faint>",
    "  <label>request   </label>GET /v1/orders/17, version 2026-10-04",
    "  <label>because   </label>No recognizer knows it, so nothing of it is trusted.",
    '  <label>          </label>No recognizer knows an error whose name is "Error".',
    "  <label>thrown    </label>Error: no",
    `  <label>          </label><faint>at ${at}</faint>`,
    "  <label>fix       </label><fix>it was read twice.</fix>",
    "",
  ]);
});

test("what is not there is not painted", () => {
  const painted: string[] = [];
  block(expired(), {}, (part, text) => {
    painted.push(part);
    return text;
  });
  expect(painted).toEqual(["info", "faint", "label", "label", "label"]);
});

/** Returns the text of a label in the block of an error. */
const labeled = (label: string, change: Partial<ErrorReport>) =>
  block(expired(), change)
    .split("\n")
    .filter((line) => line.startsWith(`  ${label.padEnd(10)}`))
    .map((line) => line.slice(12));

describe("a line says", () => {
  const sent = (status: number, mediaType: string | undefined): Partial<ErrorReport> => ({
    reportOnly: { sent: { status, mediaType, start: "" }, wouldSend: { status: 500, headers: {}, body: "" } },
  });

  const removed = (kind: "host" | "path") => ({ kind, rule: "a-rule", index: 3 });
  const upstream = { code: null, status: 502, requestId: undefined };

  test.each<readonly [what: string, label: string, change: Partial<ErrorReport>, lines: readonly string[]]>([
    ["the request and its route", "request", { route: "/:id" }, ["GET /v1/orders/17, route /:id, version 2026-10-04"]],
    ["the request once", "request", { route: "/v1/orders/17" }, ["GET /v1/orders/17, version 2026-10-04"]],
    ["the request without a path", "request", { path: "" }, ["GET, version 2026-10-04"]],
    ["that there was no request", "request", { method: "", path: "" }, ["none, version 2026-10-04"]],
    ["the call", "request", { transport: "grpc", path: "orders.get" }, ["grpc orders.get, version 2026-10-04"]],
    ["what was sent", "sent", sent(409, "text/html"), ["409 text/html"]],
    ["what was sent without a media type", "sent", sent(409, undefined), ["409"]],
    ["that it is not known what was sent", "sent", sent(0, "text/html"), ["unknown"]],
    ["nothing of what was sent without a report of it", "sent", {}, []],
    ["each kind of removed data", "removed", { removed: [removed("host"), removed("path")] }, ["host, path"]],
    ["nothing of removed data if there is none", "removed", { removed: [] }, []],
    ["another service's response", "upstream", { upstream }, ["502 null (undefined)"]],
  ])("%s", (_what, label, change, lines) => expect(labeled(label, change)).toEqual(lines));
});
