import { afterEach, expect, test, vi } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import type { ErrorReport } from "../reports/report.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const broken = () => {
  throw new Error("no clock");
};

/** What tests and odd runtimes make of the clocks. */
const CLOCKS: Readonly<Record<string, () => unknown>> = {
  "no `performance`": () => vi.stubGlobal("performance", undefined),
  "a `performance` without `now`": () => vi.stubGlobal("performance", {}),
  "a `performance` that throws": () => vi.stubGlobal("performance", { now: broken }),
  "no clock at all": () => {
    vi.stubGlobal("performance", undefined);
    vi.spyOn(Date, "now").mockImplementation(broken);
  },
};

test.each(Object.entries(CLOCKS))("with %s, an error is made, answered, and reported", (_name, stub) => {
  const acme = defineCatalog({ vendor: "acme" });
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => void reports.push(report) });
  stub();
  const response = contract.respond(acme.error("session_busy"), { method: "GET", path: "/", header: () => undefined });
  expect(response?.status).toBe(409);
  expect(reports).toMatchObject([{ code: "session_busy", durationMs: expect.any(Number) }]);
});
