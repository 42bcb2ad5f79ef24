import { ApiError } from "@uhp-errors/client";
import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";

/** A catalog that is made again has other definitions, like that of another copy of the package. */
const define = () =>
  defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is warming up." } } });

const acme = define();

/** An error of another service with `x-should-retry: false`. */
const refused = () =>
  new ApiError({
    type: "server_error",
    code: "acme_cold",
    message: "The other service's own words.",
    param: null,
    detail: null,
    status: 503,
    retryAfter: undefined,
    requestId: "r-1",
    version: undefined,
    retry: "never",
  });

const relay = (catalog = acme) => catalog.relay(refused(), { pass: ["acme_cold"] });

function answered(thrown: unknown) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const answer = contract.respond(thrown, { method: "GET", path: "/", header: () => undefined });
  return { code: JSON.parse(answer?.body ?? "").error.code, headers: answer?.headers, report: reports[0] };
}

describe("the hint not to ask the other service again is kept", () => {
  test.each<[string, () => unknown]>([
    ["as it was relayed", () => relay()],
    ["by a catalog that was made again", () => relay(define())],
    ["with another message", () => Object.assign(relay(), { message: "It is cold." })],
    ["with another wait", () => Object.assign(relay(), { retryAfter: 3 })],
    ["behind a proxy", () => new Proxy(relay(), {})],
  ])("in an error %s", (_what, make) => {
    const { code, headers, report } = answered(make());
    expect([code, headers?.["x-should-retry"]]).toEqual(["acme_cold", "false"]);
    expect(report?.upstream).toEqual({ code: "acme_cold", status: 503, requestId: "r-1" });
  });
});

test("what other code writes in its place means no more than it may", () => {
  const noted = Symbol.for("@uhp-errors/core/relayed");
  const fail = () => {
    throw new Error("x");
  };
  const forged: readonly unknown[] = [
    "never",
    { retry: "always", upstream: { code: "a b", status: "503", requestId: "\r\n" } },
    Object.defineProperties({}, { retry: { get: fail }, upstream: { get: fail } }),
  ];
  for (const value of forged) {
    const { headers, report } = answered(
      Object.defineProperty(define().error("acme_cold"), noted, { value, configurable: true }),
    );
    expect(headers?.["x-should-retry"]).toBe("true");
    expect(JSON.stringify(report?.upstream ?? {})).not.toMatch(/a b|503|requestId/);
  }
});

test("relay never throws, whatever reading its rules throws", () => {
  const broken = acme.relay as (error: unknown, rules: unknown) => { readonly misuse?: string };
  const throws = (thrown: unknown) => ({
    get pass() {
      throw thrown;
    },
  });
  for (const thrown of [undefined, Symbol("x"), { message: Object.create(null) }, { message: { toString: 1 } }]) {
    expect(broken(refused(), throws(thrown)).misuse).toBe("relay: the rules cannot be read");
  }
  const holes = Object.assign([], { length: 1 });
  expect(broken(refused(), { pass: holes }).misuse).toBe("relay: a code is a string");
});
