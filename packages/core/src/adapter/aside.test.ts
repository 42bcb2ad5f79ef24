import { expect, test } from "vitest";
import { createContract } from "../contract/create-contract.ts";
import { defineCatalog, type ErrorReport } from "../index.ts";
import { aside } from "./aside.ts";

const FAILURE = new Error("of ours");

test.each<readonly [what: string, act: () => unknown, thrown: unknown[]]>([
  ["a value", () => 1, []],
  ["a promise that resolves", () => Promise.resolve(), []],
  [
    "a throw",
    () => {
      throw FAILURE;
    },
    [FAILURE],
  ],
  ["a rejection", () => Promise.reject(FAILURE), [FAILURE]],
])("%s never fails, and a failure is reported", async (_what, act, thrown) => {
  const reports: ErrorReport[] = [];
  const contract = createContract(defineCatalog({ vendor: "acme" }), { onError: (report) => reports.push(report) });
  aside(contract, act);
  await Promise.resolve();
  expect(reports.map((report) => [report.thrown, report.level, report.transport])).toEqual(
    thrown.map((one) => [one, "error", "http"]),
  );
});
