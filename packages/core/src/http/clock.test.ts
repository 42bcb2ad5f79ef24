import { expect, test, vi } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import type { ErrorReport } from "../reports/report.ts";
import { now } from "./clock.ts";

const broken = () => {
  throw new Error("no clock");
};

/** What tests and odd runtimes make of the clocks. */
test.each<readonly [what: string, performance: unknown, timeOfDay: () => number, time: number]>([
  ["both clocks", { now: () => 3 }, () => 7, 3],
  ["no `performance`", undefined, () => 7, 7],
  ["a `performance` without `now`", {}, () => 7, 7],
  ["a `performance` that throws", { now: broken }, () => 7, 0],
  ["no clock at all", undefined, broken, 0],
])("with %s, an error is made, answered, and reported", (_what, performance, timeOfDay, time) => {
  const acme = defineCatalog({ vendor: "acme" });
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => void reports.push(report) });
  const respond = () => {
    vi.stubGlobal("performance", performance);
    const clock = vi.spyOn(Date, "now").mockImplementation(timeOfDay);
    try {
      const context = { method: "GET", path: "/", header: () => undefined };
      return [now(), contract.respond(acme.error("session_busy"), context)?.status];
    } finally {
      clock.mockRestore();
      vi.unstubAllGlobals();
    }
  };
  expect(respond()).toEqual([time, 409]);
  expect(reports).toMatchObject([{ code: "session_busy", durationMs: 0 }]);
});
