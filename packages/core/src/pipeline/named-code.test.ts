import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { Recognizer } from "../recognize/index.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_sold_out: { status: 409, message: "Sold out." },
    acme_acme_sold_out: { status: 410, message: "Sold out at Acme." },
    acme_job_stuck: { task: true, message: "The job is stuck." },
  },
});

const recognizer = (code: string, codes?: readonly string[]): Recognizer => ({
  name: "own",
  recognize: () => ({ code }),
  ...(codes && { codes }),
});

const contractWith = (...recognize: Recognizer[]) => createAdapterContract(acme, { onError: () => {}, recognize });

describe("a recognizer", () => {
  test.each([
    ["session_busy", "session_busy"],
    ["acme_sold_out", "acme_sold_out"],
    ["sold_out", "acme_sold_out"],
    ["acme_acme_sold_out", "acme_acme_sold_out"],
    ["gone", "acme_gone"],
    ["http_499", "acme_http_499"],
    ["nope", "acme_internal_error"],
  ])("that names %s means %s", (given, code) => {
    const contract = contractWith(recognizer(given));
    const response = contract.respond(new Error("x"), { method: "GET", path: "/", header: () => undefined });
    expect(JSON.parse(response?.body ?? "").error.code).toBe(code);
  });

  test("may list no codes", () => {
    expect(() => contractWith(recognizer("sold_out"), recognizer("gone", []))).not.toThrow();
  });

  test.each([
    [
      "nope",
      'recognize: the recognizer "own" names "nope", which is neither a code of the contract nor of this catalog; declare it with defineCatalog',
    ],
    [
      "job_stuck",
      'recognize: the recognizer "own" names "job_stuck", which belongs inside the 200 response of a task; it cannot answer a request',
    ],
  ])("may not list %s", (code, message) => {
    expect(() => contractWith(recognizer("gone"), recognizer("gone", ["gone", code]))).toThrow(new TypeError(message));
  });
});
