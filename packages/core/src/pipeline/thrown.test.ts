import { expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";

const CONTEXT: RequestContext = { method: "GET", path: "/", header: () => undefined };

const acme = defineCatalog({ vendor: "acme" });

const parserError = (code: string) => Object.assign(new Error("Parse Error"), { code });

test.each([
  ["HPE_INVALID_METHOD", 400, "acme_bad_request"],
  ["HPE_HEADER_OVERFLOW", 431, "acme_headers_too_large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", 408, "acme_request_timeout"],
])("after %s from the parser, the request is answered, and that it ended is not reported too", (code, status, sent) => {
  const { contract, reports } = reporting(acme);
  const context = { ...CONTEXT };
  expect(contract.clientError(parserError(code), context)?.status).toBe(status);
  expect(contract.respond(new Error("aborted"), Object.assign(context, { phase: () => "gone" }))).toBe(undefined);
  expect(reports.map(({ outcome, code: told }) => [outcome, told])).toEqual([["answered", sent]]);
});

test("a client that left while it sent a request is reported once", () => {
  const { contract, reports } = reporting(acme);
  const context = { ...CONTEXT, phase: () => "gone" as const };
  expect(contract.clientError(parserError("ECONNRESET"), context)).toBe(undefined);
  expect(contract.respond(new Error("aborted"), context)).toBe(undefined);
  expect(reports.map(({ outcome, level }) => [outcome, level])).toEqual([["aborted", "debug"]]);
});
