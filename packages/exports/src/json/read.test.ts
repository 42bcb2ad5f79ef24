import { defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { toJson } from "./catalog-json.ts";
import { readCatalogJson } from "./read.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_x: { status: 503, message: "Cold." } } });
const stored = toJson(acme, { operations: [{ method: "GET", path: "/orders/:id", codes: ["acme_x"] }] });
const [operation] = stored.operations ?? [];
const code = stored.codes.find((one) => one.code === "acme_x");
const withCode = (change: object) => ({ ...stored, codes: [{ ...code, ...change }] });

const nested = (depth: number): string => `${'{"items":'.repeat(depth)}1${"}".repeat(depth)}`;
const circular: Record<string, unknown> = {};
circular["format"] = circular;

test.each<[what: string, given: unknown]>([
  ["the value", stored],
  ["a text", JSON.stringify(stored)],
  ["a text after a byte order mark", `\ufeff${JSON.stringify(stored)}`],
  ["bytes", new TextEncoder().encode(JSON.stringify(stored))],
])("a description is read from %s", (_what, given) => {
  expect(readCatalogJson(given)).toEqual(JSON.parse(JSON.stringify(stored)));
});

test.each<[what: string, given: unknown, reason: string]>([
  ["nothing", undefined, "the whole: expected object"],
  ["null", null, "the whole: expected object"],
  ["a list", [], "the whole: expected object"],
  ["half a text", '{"format":', "it is not JSON"],
  ["a mark within the text", '{"format"\ufeff:1}', "it is not JSON"],
  ["another object", {}, "format: is missing"],
  ["a later format", { format: 2 }, "it is of format 2, and this release reads format 1 alone"],
  ["a format that is no JSON", circular, "it is of format of its own, and this release reads format 1 alone"],
  ["a big integer as format", { format: 1n }, "it is of format of its own, and this release reads format 1 alone"],
  [
    "a format that is nested without end",
    { format: JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) },
    "it is of format of its own, and this release reads format 1 alone",
  ],
  [
    "a format that is long",
    { format: "x".repeat(1_000) },
    `it is of format "${"x".repeat(199)}…, and this release reads format 1 alone`,
  ],
  ["no list of codes", { ...stored, codes: {} }, "codes: expected array"],
  ["no version", { ...stored, versions: [] }, "versions: expected at least 1"],
  ["an empty name of the vendor", { ...stored, vendor: "" }, "vendor: expected a text that is not empty"],
  ["a code that is a number", withCode({ code: 7 }), "codes[0].code: expected string"],
  [
    "a code that is a path",
    withCode({ code: "__proto__" }),
    "codes[0].code: expected a text like ^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$",
  ],
  [
    "a type that is none",
    withCode({ type: "toString" }),
    "codes[0].type: expected one of invalid_request_error, authentication_error, permission_error, rate_limit_error, harness_error, server_error",
  ],
  ["a status that is none", withCode({ status: [503, 99] }), "codes[0].status[1]: expected a number from 200 to 599"],
  ["a status that is too great", withCode({ status: [600] }), "codes[0].status[0]: expected a number from 200 to 599"],
  ["no status", withCode({ status: [] }), "codes[0].status: expected at least 1"],
  [
    "no rule",
    withCode({ retry: { rule: "x", automatic: true, waits_for: null } }),
    "codes[0].retry.rule: expected one of never, backoff, retry_after, session_terminal, client_judgement",
  ],
  ["half a rule", withCode({ retry: { rule: "never" } }), "codes[0].retry.automatic: is missing"],
  ["a detail that is a text", withCode({ detail: "x" }), "codes[0].detail: expected object or null"],
  [
    "a detail that is nested too deep",
    withCode({ detail: JSON.parse(nested(5_000)) }),
    "codes[0].detail: is nested too deep",
  ],
  ["a code twice", { ...stored, codes: [code, code] }, '"acme_x" is there twice'],
  [
    "a code of an operation that is a number",
    { ...stored, operations: [{ ...operation, codes: [1] }] },
    "operations[0].codes[0]: expected string",
  ],
  [
    "an operation twice",
    { ...stored, operations: [operation, { ...operation, path: "/orders/{x}" }] },
    "GET /orders/{x} is there twice",
  ],
])("a description with %s is refused", (_what, given, reason) => {
  expect(() => readCatalogJson(given)).toThrow(
    new TypeError(`expected what toJson(catalog) returns, as \`uhp-errors export --json\` prints it: ${reason}`),
  );
});
