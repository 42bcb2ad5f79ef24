import { describe, expect, test } from "vitest";
import { defineCatalog } from "./catalog.ts";
import { isCodeOfOperation } from "./operation.ts";

const { proxy: revoked, revoke } = Proxy.revocable<string[]>([], {});
revoke();

const throwing = new Proxy<string[]>([], { get: () => Number.NaN.toFixed(101) });

describe("whether an operation can answer with a code", () => {
  test.each([
    ["a code that it declares", "acme_closed", true],
    ["a code that any operation can answer with", "rate_limited", true],
    ["the vendor's form of one", "acme_internal_error", true],
    ["another code", "acme_open", false],
    ["none", null, false],
  ])("%s", (_, code, expected) => {
    expect(isCodeOfOperation({ codes: ["acme_closed"] }, code)).toBe(expected);
  });

  test("never throws for codes that are none", () => {
    for (const codes of [undefined, null, revoked, throwing, 1, {}] as const) {
      expect(isCodeOfOperation({ codes: codes as string[] }, "acme_closed")).toBe(false);
      expect(isCodeOfOperation({ codes: codes as string[] }, "rate_limited")).toBe(true);
      expect(isCodeOfOperation({ codes: ["acme_closed"] }, codes as string)).toBe(false);
    }
  });
});

describe("an operation", () => {
  const acme = defineCatalog({ vendor: "acme", codes: { acme_closed: { status: 409, message: "Closed." } } });
  const operation = acme.operation as unknown as (declared: unknown) => {
    readonly codes: readonly string[];
    error(code: string): Error;
  };
  const good = { method: "POST", path: "/orders/{id}", codes: ["acme_closed", "session_busy"] };

  test("is declared once, and cannot be changed", () => {
    const codes = [...good.codes];
    const declared = operation({ ...good, codes });
    codes.push("acme_other");
    expect(declared).toMatchObject(good);
    expect([Object.isFrozen(declared), Object.isFrozen(declared.codes)]).toEqual([true, true]);
    expect(declared.error("acme_closed")).toMatchObject({ code: "acme_closed", status: 409 });
  });

  test.each([undefined, null, "POST /orders/{id}", []])("is not %j", (declared) => {
    expect(() => operation(declared)).toThrow("operations: expected a list of operations, each an object");
  });

  const PATH = 'operation POST: path: expected a path that begins with "/"';
  const refused = (code: string) =>
    `operation POST /orders/{id}: "${code}" is not a code of the catalog that answers a request`;
  test.each<readonly [what: string, change: object, message: string]>([
    ["a method in lower case", { method: "post" }, "operation /orders/{id}: method: expected a method in upper case"],
    ["a method with more after it", { method: "POST " }, "operation /orders/{id}: method: expected a method"],
    ["a method with more before it", { method: " POST" }, "operation /orders/{id}: method: expected a method"],
    ["a method that is not a string", { method: ["POST"] }, "operation /orders/{id}: method: expected a method"],
    ["a path without its slash", { path: "orders" }, PATH],
    ["a path that is not a string", { path: ["/orders"] }, PATH],
    ["no codes", { codes: undefined }, "operation POST /orders/{id}: codes: expected a list of codes"],
    ["an unknown code", { codes: ["acme_open"] }, refused("acme_open")],
    ["the code of a task", { codes: ["cancelled"] }, refused("cancelled")],
    ["a name of Object.prototype", { codes: ["toString"] }, refused("toString")],
    ["a code that is not a string", { codes: [["acme_closed"]] }, refused("acme_closed")],
  ])("is refused with %s", (_what, change, message) => {
    expect(() => operation({ ...good, ...change })).toThrow(message);
  });
});

test.each<readonly [code: string, status: number | undefined, message: string | undefined]>([
  ["acme_http_418", 418, "The request was refused."],
  ["acme_http_499", 499, "The request was refused."],
  ["acme_http_500", 500, "The server failed to handle the request."],
  ["acme_http_599", 599, "The server failed to handle the request."],
  ["acme_http_399", undefined, undefined],
  ["acme_http_600", undefined, undefined],
  ["acme_http_4180", undefined, undefined],
  ["acme_http_1418", undefined, undefined],
  ["acme_http_", undefined, undefined],
  ["other_http_418", undefined, undefined],
  ["http_418", undefined, undefined],
])("the code of a status alone, %s, has the status %s", (code, status, message) => {
  const definition = defineCatalog({ vendor: "acme" }).definition(code);
  expect([definition?.status, definition?.message]).toEqual([status, message]);
});
