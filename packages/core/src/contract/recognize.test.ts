import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import { recognizeDatabaseErrors } from "../databases/index.ts";
import type { RequestContext } from "../http/request-context.ts";
import { recognizeClass } from "../recognize/custom/recognize-class.ts";
import type { CustomMapping, Recognizer } from "../recognize/index.ts";
import { createContract } from "./create-contract.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: { status: 503, message: "Cold.", detail: z.object({ eta_seconds: z.int() }) },
  },
});

class LabError extends Error {}

const context = (): RequestContext => ({ method: "GET", path: "/", header: () => undefined });

/** What becomes of an error that the service itself recognizes. */
function answered(mapping: CustomMapping | undefined, thrown: unknown = new LabError("hunter2")) {
  const recognize: Recognizer["recognize"] = (value) => (value instanceof LabError ? mapping : undefined);
  const { contract, reports } = reporting(acme, { recognize: [{ name: "lab", recognize }] });
  const wire = contract.respond(thrown, context());
  expect(wire?.body ?? "").not.toContain("hunter2");
  const error = wire === undefined ? undefined : JSON.parse(wire.body).error;
  return { status: wire?.status, headers: wire?.headers, error, report: reports[0] };
}

describe("a custom recognizer", () => {
  test.each<[what: string, mapping: CustomMapping, status: number, code: string]>([
    ["a code of the contract", { code: "session_expired" }, 404, "session_expired"],
    ["a code of the catalog", { code: "acme_gpu_cold", detail: { eta_seconds: 3 } }, 503, "acme_gpu_cold"],
    ["a built-in condition", { code: "unavailable" }, 503, "acme_unavailable"],
    ["a bare status", { code: "http_418" }, 418, "acme_http_418"],
  ])("may say %s", (_what, mapping, status, code) => {
    const { status: sent, error, report } = answered(mapping);
    expect([sent, error.code, error.detail]).toEqual([status, code, mapping.detail ?? null]);
    expect(report).toMatchObject({ origin: "recognized", recognizer: "lab", misuse: undefined });
  });

  test("may give a param and a wait", () => {
    const { headers, error } = answered({ code: "rate_limited", param: "input[0].text", retryAfter: 1.5 });
    expect(error.param).toBe("input.0.text");
    expect(headers).toMatchObject({ "Retry-After": "2", "retry-after-ms": "1500" });
  });

  test.each([["60"], [{}]])("is reported as a mistake for the wait %s", (wait) => {
    const { status, headers, report } = answered({ code: "rate_limited", retryAfter: wait as number });
    expect([status, headers?.["Retry-After"]]).toEqual([429, undefined]);
    expect(report?.misuse).toMatch(/^the retryAfter of "rate_limited" is .+; it must be a number of seconds$/);
  });

  test.each([[null], [-1]])("gives no wait for %s", (wait) => {
    const { status, headers, report } = answered({ code: "rate_limited", retryAfter: wait });
    expect([status, headers?.["Retry-After"], report?.misuse]).toEqual([429, undefined, undefined]);
  });

  test("comes before the built-in ones", () => {
    const thrown = Object.assign(new LabError("x"), { status: 404, statusCode: 404, expose: true });
    expect(answered({ code: "session_expired" }, thrown).error.code).toBe("session_expired");
    expect(answered(undefined, thrown).error.code).toBe("acme_not_found");
  });

  test("that returns an unfit detail keeps its code and is reported", () => {
    const { status, error, report } = answered({ code: "acme_gpu_cold", detail: { eta_seconds: "3" } });
    expect([status, error.code, error.detail]).toEqual([503, "acme_gpu_cold", null]);
    expect(report).toMatchObject({ level: "error", misuse: expect.stringContaining("detail") });
  });
});

describe("explain", () => {
  const { contract, reports } = reporting(acme);
  const because = (thrown: unknown) => contract.explain(thrown).because.join(" ");

  test("says who recognized an error, and reports nothing", () => {
    const thrown = Object.assign(new Error("x"), { status: 404, statusCode: 404, expose: true });
    expect(contract.explain(thrown)).toEqual({
      origin: "recognized",
      recognizer: "http-errors",
      code: "acme_not_found",
      status: 404,
      because: ['The recognizer "http-errors" knows it.', 'Its name is "Error".'],
    });
    expect(contract.explain(acme.error("session_expired"))).toMatchObject({
      origin: "catalog",
      code: "session_expired",
    });
    expect(reports).toEqual([]);
  });

  test("says why no recognizer knows an error", () => {
    const thrown = Object.assign(new TypeError("x"), { code: "E_LAB" });
    expect(contract.explain(thrown)).toMatchObject({ origin: "unknown", code: "acme_internal_error", status: 500 });
    expect(because(thrown)).toMatch(/name is "TypeError" and whose code is "E_LAB".*begin with the stack\./);
    const throws = () => Number.NaN.toFixed(101);
    expect(because(new Proxy({}, { get: throws, getPrototypeOf: throws as never }))).toMatch(/No recognizer knows it/);
  });

  test("says what a service did wrong", () => {
    expect(because(acme.error("harness_error" as never))).toMatch(/belongs inside the 200 response of a task/);
  });
});

describe("a code that a recognizer declares", () => {
  class AppError extends Error {}
  const tasks = defineCatalog({ vendor: "acme", codes: { acme_crashed: { task: true, message: "It crashed." } } });
  const named = (code: string) => ({
    "recognizeClass, by the code": recognizeClass(AppError, { byCode: { NO_SEAT: code } }),
    "recognizeDatabaseErrors, by the constraint": recognizeDatabaseErrors({ constraints: { users_email_key: code } }),
    "a custom recognizer": {
      name: "own",
      codes: [code],
      recognize: () => undefined,
    } satisfies Recognizer,
  });

  test.each(Object.keys(named("x")))("is refused at start-up if the catalog lacks it: %s", (what) => {
    for (const code of ["acme_nope", "nope", "acme_acme_conflict", "__proto__"]) {
      const recognize = Object.entries(named(code)).flatMap(([name, one]) => (name === what ? [one] : []));
      expect(() => createContract(tasks, { recognize })).toThrow(
        new RegExp(`^recognize: the recognizer "\\w+" names "${code}", which is neither a code of the contract nor of`),
      );
    }
  });

  test("is refused at start-up if it cannot answer a request", () => {
    for (const one of Object.values(named("acme_crashed"))) {
      expect(() => createContract(tasks, { recognize: [one] })).toThrow(/names "acme_crashed", which belongs inside/);
    }
  });

  test.each(["acme_conflict", "conflict", "session_busy", "http_418", "acme_http_418"])("is accepted: %s", (code) => {
    expect(() => createContract(tasks, { recognize: Object.values(named(code)) })).not.toThrow();
  });

  test.each([[5], ["acme_x"], [[5]]])("must be in a list of strings, not in %j", (codes) => {
    const recognizer = { name: "own", codes, recognize: () => undefined } as unknown as Recognizer;
    expect(() => createContract(tasks, { recognize: [recognizer] })).toThrow(/a list of strings if it has codes/);
  });
});
