import { describe, expect, test } from "vitest";
import { reporting } from "../../../../../test/support/reporting.ts";
import { defineCatalog } from "../../catalog/catalog.ts";

const acme = defineCatalog({ vendor: "acme" });

const FIELDS = { type: "server_error", code: "harness_unavailable", status: 503, requestId: "r-1", retry: "backoff" };

/** Makes a class as a copy of the client has it, with its brand on the prototype. */
function branded(name: string) {
  class Branded extends Error {}
  Object.defineProperty(Branded.prototype, Symbol.for(`@uhp-errors/client/${name}`), { value: true });
  return (fields: object = {}) => Object.assign(new Branded("The upstream's own words."), fields);
}

function answered(thrown: unknown) {
  const { contract, reports } = reporting(acme);
  const answer = contract.respond(thrown, { method: "GET", path: "/", header: () => undefined });
  return { answer, code: JSON.parse(answer?.body ?? "").error.code as string, report: reports[0] };
}

describe("errors of the library's own client", () => {
  test.each([
    ["ApiError", "acme_upstream_error", 502],
    ["UnexpectedResponseError", "acme_upstream_error", 502],
    ["NetworkError", "acme_upstream_error", 502],
    ["TimeoutError", "acme_upstream_timeout", 504],
  ])("%s becomes %s", (name, code, status) => {
    const seen = answered(branded(name)());
    expect([seen.code, seen.answer?.status, seen.report?.recognizer]).toEqual([code, status, "@uhp-errors/client"]);
    expect(seen.answer?.headers["x-should-retry"]).toBe("true");
  });

  test.each<readonly [what: string, thrown: unknown]>([
    ["the name and the fields alone", Object.assign(new Error("x"), { name: "ApiError", ...FIELDS })],
    ["a copy of its fields", { ...branded("ApiError")(FIELDS) }],
  ])("%s is not recognized", (_what, thrown) => {
    const { code, report } = answered(thrown);
    expect([code, report?.origin, report?.upstream]).toEqual(["acme_internal_error", "unknown", undefined]);
  });

  test.each([
    ["never", "false"],
    ["backoff", "true"],
    [undefined, "true"],
  ])("the upstream's rule %j gives the hint %s", (retry, hint) => {
    for (const name of ["ApiError", "UnexpectedResponseError", "NetworkError", "TimeoutError"]) {
      expect(answered(branded(name)({ ...FIELDS, retry })).answer?.headers["x-should-retry"]).toBe(hint);
    }
  });

  test.each<[name: string, fields: object, wait: string | undefined]>([
    ["ApiError", { status: 429, retryAfter: 7 }, "7"],
    ["ApiError", { status: 503, retryAfter: 86_400 }, "86400"],
    ["ApiError", { status: 503, retryAfter: 1 }, "1"],
    ["UnexpectedResponseError", { status: 503, retryAfter: 7 }, "7"],
    ["ApiError", { status: 503, retryAfter: 0.9 }, undefined],
    ["ApiError", { status: 503, retryAfter: 86_401 }, undefined],
    ["ApiError", { status: 503, retryAfter: "7" }, undefined],
    ["ApiError", { status: 503 }, undefined],
    ["ApiError", { status: 500, retryAfter: 7 }, undefined],
    ["NetworkError", { status: 503, retryAfter: 7 }, undefined],
    ["TimeoutError", { status: 503, retryAfter: 7 }, undefined],
  ])("%s with %j passes on the wait %s", (name, fields, wait) => {
    expect(answered(branded(name)(fields)).answer?.headers["Retry-After"]).toBe(wait);
  });

  test("the report says what the upstream answered, and the response does not", () => {
    for (const name of ["ApiError", "UnexpectedResponseError"]) {
      const { answer, report } = answered(branded(name)(FIELDS));
      expect(report?.upstream).toEqual({ code: "harness_unavailable", status: 503, requestId: "r-1" });
      expect(JSON.stringify(answer)).not.toContain("harness_unavailable");
    }
    expect(answered(branded("NetworkError")(FIELDS)).report?.upstream).toBeUndefined();
  });

  test("an upstream code never makes it another library's error", () => {
    const seen = answered(branded("ApiError")({ ...FIELDS, code: "UND_ERR_INVALID_ARG" }));
    expect([seen.code, seen.report?.recognizer]).toEqual(["acme_upstream_error", "@uhp-errors/client"]);
  });

  test("the report of a task that failed with one names the upstream, too", () => {
    const { contract, reports } = reporting(acme);
    const context = { method: "GET", path: "/", header: () => undefined };
    contract.task.failed({}, branded("ApiError")(FIELDS), context);
    expect(reports).toMatchObject([{ upstream: { code: "harness_unavailable", status: 503, requestId: "r-1" } }]);
  });
});
