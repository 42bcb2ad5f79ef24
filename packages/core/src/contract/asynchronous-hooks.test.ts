import { expect, test, vi } from "vitest";
import { z } from "zod";
import { defineCatalog } from "../catalog/catalog.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import { printReports } from "../reports/print-reports.ts";
import { createSanitizer } from "../sanitizer/index.ts";
import { createContract } from "./create-contract.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_cold: { status: 503, message: "It is cold.", detail: z.object({ note: z.string() }) } },
});

/** A promise that a hook must not return. */
type Rejected = () => never;

/** Every function of a service that must not be asynchronous. */
const HOOKS: Readonly<Record<string, (rejected: Rejected) => ContractOptions>> = {
  correlationId: (rejected) => ({ correlationId: rejected }),
  appliesTo: (rejected) => ({ appliesTo: rejected }),
  "a recognizer": (rejected) => ({ recognize: [{ name: "own", recognize: rejected }] }),
  "a sanitizer's message": (rejected) => ({ sanitizer: { ...createSanitizer(), message: rejected } }),
  "a sanitizer's detailText": (rejected) => ({ sanitizer: { ...createSanitizer(), detailText: rejected } }),
  "a sanitizer's logText": (rejected) => ({
    sanitizer: { ...createSanitizer(), logText: rejected },
    onError: printReports({ write: () => {} }),
  }),
};

test.each(Object.entries(HOOKS))("%s that rejects does not end the process", (_name, optionsOf) => {
  const returned: ReturnType<typeof vi.spyOn>[] = [];
  const rejected = () => {
    const promise = Promise.reject(new Error("asynchronous"));
    returned.push(vi.spyOn(promise, "then"));
    return promise as never;
  };
  const contract = createContract(acme, { onError: () => {}, ...optionsOf(rejected) });
  const thrown = [
    acme.error("acme_cold", { message: "It is a bit cold.", detail: { note: "very" } }),
    Object.assign(new Error("File too large"), { name: "MulterError", code: "LIMIT_FILE_SIZE" }),
    Object.assign(new Error("x"), { status: 401, headers: { "WWW-Authenticate": "Basic realm=x" } }),
  ];
  for (const error of thrown) {
    const response = contract.respond(error, { method: "GET", path: "/", header: () => undefined });
    expect(response?.status).toBeGreaterThanOrEqual(400);
  }
  expect(returned).not.toEqual([]);
  for (const then of returned) expect(then).toHaveBeenCalledWith(undefined, expect.any(Function));
});
