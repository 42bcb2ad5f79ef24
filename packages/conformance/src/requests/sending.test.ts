import { describe, expect, test } from "vitest";
import { type AuditOptions, checkOptions } from "../options.ts";
import type { Ask } from "./answer.ts";
import { describeCause, formOf, printableHeaders, requestHeaders } from "./sending.ts";

const settings = (more: Partial<AuditOptions> = {}) => checkOptions({ url: "http://127.0.0.1", ...more });

const ACCEPT = { Accept: "application/json" };
const VERSION = { "UHP-Version": "2026-10-04" };

describe("a request has", () => {
  test.each<readonly [what: string, ask: Partial<Ask>, token: string | undefined, headers: object]>([
    ["the audited version", {}, undefined, { ...ACCEPT, ...VERSION }],
    ["the token", {}, "a", { ...ACCEPT, ...VERSION, Authorization: "Bearer a" }],
    ["no token", { authorization: null }, "a", { ...ACCEPT, ...VERSION }],
    ["other credentials", { authorization: "Basic b" }, "a", { ...ACCEPT, ...VERSION, Authorization: "Basic b" }],
    ["no version", { version: null }, undefined, ACCEPT],
    ["another version", { version: "1999-01-01" }, undefined, { ...ACCEPT, "UHP-Version": "1999-01-01" }],
    ["fields of its own", { headers: { Accept: "a/b", C: "d" } }, undefined, { ...VERSION, Accept: "a/b", C: "d" }],
  ])("%s", (_what, ask, token, headers) => {
    const given = token === undefined ? {} : { token };
    expect(requestHeaders({ path: "/", ...ask }, settings(given))).toEqual(headers);
  });
});

describe("a command shows", () => {
  const routes = { forbidden: { request: "GET /a", token: "narrow" } } as const;

  test.each<readonly [what: string, authorization: string | null | undefined, shown: string | undefined]>([
    ["a variable for the token", undefined, "Bearer $TOKEN"],
    ["a variable for the token that may do less", "Bearer narrow", "Bearer $FORBIDDEN_TOKEN"],
    ["another token", "Bearer other", "Bearer other"],
    ["no token where there is none", null, undefined],
  ])("%s", (_what, authorization, shown) => {
    const ask = authorization === undefined ? { path: "/" } : { path: "/", authorization };
    expect(printableHeaders(ask, settings({ token: "wide", routes }))["Authorization"]).toBe(shown);
  });

  test("no variable for a token that is not known", () => {
    const ask = { path: "/", authorization: "Bearer undefined" };
    expect(printableHeaders(ask, settings())["Authorization"]).toBe("Bearer undefined");
  });
});

test.each<readonly [what: string, thrown: unknown, cause: string]>([
  ["its message", new Error("It broke."), "It broke."],
  ["its code", Object.assign(new Error("It broke."), { code: "EPIPE" }), "EPIPE"],
  [
    "the code of its cause",
    new Error("It broke.", { cause: Object.assign(new Error("No."), { code: "EPIPE" }) }),
    "EPIPE",
  ],
  ["the message of its cause", new Error("It broke.", { cause: new Error("No.") }), "No."],
  ["a cause that is a text", new Error("It broke.", { cause: "No." }), "No."],
  ["what is no error", "No.", "No."],
  ["null", null, "null"],
])("why a request failed is told by %s", (_what, thrown, cause) => {
  expect(describeCause(thrown)).toBe(cause);
});

test("a form has one file of the given size", async () => {
  const form = formOf({ field: "upload", bytes: 3 });
  expect([...form.keys()]).toEqual(["upload"]);
  const file = form.get("upload") as File;
  expect([file.name, new Uint8Array(await file.arrayBuffer())]).toEqual(["large.bin", new Uint8Array([0, 0, 0])]);
});
