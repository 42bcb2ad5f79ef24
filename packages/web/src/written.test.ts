import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { exchangeOf } from "./request-context.ts";
import { isFetched, readWritten, stamp, withHeaders } from "./written.ts";

const contract = createAdapterContract(defineCatalog({ vendor: "acme" }));
const context = () => exchangeOf(new Request("https://api.acme.example/", { headers: { "x-request-id": "r1" } }));
const fetched = () => fetch("data:text/plain,ok");
const stamps = ({ headers }: Response) => [headers.get("uhp-version"), headers.get("x-request-id")];

test("a response is read with its status, its headers and its body", () => {
  const read = readWritten(
    new Response("x", { status: 409, headers: { "x-own": "1" } }),
    new TextEncoder().encode("no"),
  );
  expect([read.status, read.header("x-own"), read.header("x-other"), read.body, read.isWhole]).toEqual([
    409,
    "1",
    undefined,
    "no",
    false,
  ]);
});

test("a response without a body is read with an empty one", () => {
  expect(readWritten(new Response(null), null).body).toBe("");
});

test.each<readonly [what: string, make: () => Response | Promise<Response>, isWhole: boolean, is: boolean]>([
  ["a text that was there at once", () => new Response("x"), true, true],
  ["a text in pieces", () => new Response("x"), false, false],
  ["bytes without a type", () => new Response(new Uint8Array([65])), true, false],
  ["another service's", () => new Response("x", { headers: { via: "1.1 x" } }), true, false],
  ["a response of fetch", fetched, true, false],
])("the body is the service's own as a whole, or is not: %s", async (_what, make, isWhole, is) => {
  expect(readWritten(await make(), new Uint8Array([65]), isWhole).isWhole).toBe(is);
});

test.each<readonly [what: string, make: () => Response | Promise<Response>, is: boolean]>([
  ["of fetch", fetched, true],
  ["with a date", () => new Response("x", { headers: { date: "Thu, 01 Jan 2026 00:00:00 GMT" } }), true],
  ["of a proxy", () => new Response("x", { headers: { via: "1.1 x" } }), true],
  ["of a cache", () => new Response("x", { headers: { age: "1" } }), true],
  ["of the service", () => new Response("x", { headers: { server: "x" } }), false],
])("a response comes from another service, or does not: %s", async (_what, make, is) => {
  expect(isFetched(await make())).toBe(is);
});

test.each<readonly [what: string, isForeign: boolean, headers: Record<string, string>, id: string, version: string]>([
  ["gets both", false, {}, "r1", "v"],
  ["keeps a request id of its own", false, { "x-request-id": "own" }, "own", "v"],
  ["loses another service's request id", true, { "x-request-id": "own" }, "r1", "v"],
  ["loses another version", false, { "uhp-version": "old" }, "r1", "v"],
])("of the contract's two headers, a response %s", (_what, isForeign, headers, id, version) => {
  const response = new Response("x", { headers });
  expect(withHeaders(response, { "x-request-id": "r1", "uhp-version": "v" }, isForeign)).toBe(response);
  expect([response.headers.get("x-request-id"), response.headers.get("uhp-version")]).toEqual([id, version]);
});

describe("a response with the contract's headers", () => {
  test("is the same object if its body is passed", () => {
    const response = new Response("x");
    expect(stamp(contract, response, response.body, context())).toBe(response);
    expect(stamps(response)).toEqual(["2026-10-04", "r1"]);
  });

  test.each<readonly [what: string, make: () => Response, body: string | null, text: string]>([
    ["another body", () => new Response("x"), "y", "y"],
    ["no body", () => new Response(null), null, ""],
    ["a status that has none", () => new Response(null, { status: 204 }), "y", ""],
    ["a reset", () => new Response(null, { status: 205 }), "y", ""],
    ["a page that has not changed", () => new Response(null, { status: 304 }), "y", ""],
  ])("is a copy if it has %s", async (_what, make, body, text) => {
    const response = make();
    const left = stamp(contract, response, body, context());
    expect([left.status, await left.text(), stamps(left), stamps(response)]).toEqual([
      response.status,
      text,
      ["2026-10-04", "r1"],
      [null, null],
    ]);
  });

  test("is a copy if its own headers cannot change", async () => {
    const response = await fetched();
    const left = stamp(contract, response, response.body, context());
    expect([stamps(left), await left.text()]).toEqual([["2026-10-04", "r1"], "ok"]);
  });

  test.each<readonly [what: string, headers: Record<string, string>, id: string]>([
    ["the service's own", {}, "own"],
    ["not another service's", { via: "1.1 x" }, "r1"],
  ])("keeps a request id that is %s", (_what, more, id) => {
    const response = new Response("x", { headers: { "x-request-id": "own", ...more } });
    expect(stamp(contract, response, response.body, context()).headers.get("x-request-id")).toBe(id);
    expect(stamp(contract, response, "y", context()).headers.get("x-request-id")).toBe(id);
  });
});
