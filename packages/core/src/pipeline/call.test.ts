import { describe, expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { MappingContext } from "../recognize/index.ts";
import type { ErrorReport } from "../reports/report.ts";
import type { Call } from "./call.ts";

const acme = defineCatalog({ vendor: "acme" });

/** What is reported of a call, and what a recognizer is told about it. */
function handled(call: unknown, thrown: unknown = new Error("x")) {
  const told: MappingContext[] = [];
  const recognize = [{ name: "own", recognize: (_: unknown, given: MappingContext) => void told.push(given) }];
  const { contract, reports } = reporting(acme, { recognize });
  contract.handleError(thrown, call as Call);
  return { report: reports[0] as ErrorReport, told: told[0] as MappingContext };
}

describe("a call", () => {
  test.each(["queue", null, undefined, 7])("that is no object is reported with what was thrown: %j", (call) => {
    const thrown = acme.error("session_busy");
    expect(handled(call, thrown).report).toMatchObject({
      thrown,
      code: "session_busy",
      transport: "unknown",
      path: "",
    });
  });

  test.each<readonly [call: object, facts: object]>([
    [
      { transport: "mcp", name: "search", native: 7 },
      { transport: "mcp", path: "search", route: "search", method: "" },
    ],
    [
      { transport: "", name: "" },
      { transport: "unknown", path: "", route: undefined },
    ],
    [
      { transport: 7, name: true },
      { transport: "unknown", path: "", route: undefined },
    ],
    [{}, { transport: "unknown", path: "", route: undefined }],
  ])("is reported with its names: %j", (call, facts) => {
    const { report } = handled({ ...call });
    expect(report).toMatchObject(facts);
    expect(report.context.native).toBe((call as Call).native);
  });

  test("reports an error that passes several handlers once", () => {
    const { contract, reports } = reporting(acme);
    const [call, error] = [{ transport: "queue" }, new Error("x")];
    const errors = [call, call, { transport: "queue" }].map((one) => contract.handleError(error, one).error.code);
    expect(errors).toEqual(Array(3).fill("acme_internal_error"));
    expect(reports).toHaveLength(2);
  });

  test.each<readonly [signal: AbortSignal | undefined, phase: string | undefined]>([
    [new AbortController().signal, "open"],
    [AbortSignal.abort(), "gone"],
    [undefined, undefined],
  ])("is as far as its signal says: %o", (signal, phase) => {
    expect(handled({ transport: "queue", signal }).report.context.phase?.()).toBe(phase);
  });

  test("looks to a recognizer like a request that a route took", () => {
    const { told } = handled({ transport: "queue", version: "2026-09-12", correlationId: "r-1", idempotent: true });
    const headers = ["uhp-version", "x-request-id", "idempotency-key", "accept"].map((name) => told.header(name));
    expect(headers).toEqual(["2026-09-12", "r-1", "by the call", undefined]);
    expect([told.isRouted(), told.bearer]).toEqual([true, false]);
  });

  test("has no header of which nothing is known", () => {
    const { told } = handled({ transport: "queue", version: "", correlationId: 7, idempotent: "yes" });
    const headers = ["uhp-version", "x-request-id", "idempotency-key"].map((name) => told.header(name));
    expect(headers).toEqual([undefined, undefined, undefined]);
  });
});
