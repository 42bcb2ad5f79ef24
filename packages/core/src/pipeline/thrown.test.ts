import { expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ResponsePhase } from "../http/response.ts";

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

test("an error of the parser is not reported again by the connection", () => {
  const { contract, reports } = reporting(acme);
  const context = { ...CONTEXT };
  const error = parserError("HPE_INVALID_METHOD");
  expect(contract.clientError(error, context)?.status).toBe(400);
  expect(contract.respond(error, context)).toBe(undefined);
  expect(reports).toHaveLength(1);
});

test.each<readonly [phase: ResponsePhase | undefined, status: number | undefined, outcome: string]>([
  [undefined, 418, "answered"],
  ["open", 418, "answered"],
  ["started", undefined, "cut"],
  ["finished", undefined, "late"],
  ["gone", undefined, "aborted"],
])("in a response that is %s, an error is answered with %s and reported as %s", (phase, status, outcome) => {
  const { contract, reports } = reporting(acme);
  // A status that the service has set counts only while there is a response to make.
  const context = { ...CONTEXT, phase: () => phase, chosenStatus: () => 418 };
  expect(contract.respond(new Error("x"), context)?.status).toBe(status);
  const code = phase === "gone" ? null : status === undefined ? "acme_internal_error" : "acme_http_418";
  expect(reports.map((report) => [report.outcome, report.code])).toEqual([[outcome, code]]);
});

test("a client that left while it sent a request is reported once", () => {
  const { contract, reports } = reporting(acme);
  const context = { ...CONTEXT, phase: () => "gone" as const };
  expect(contract.clientError(parserError("ECONNRESET"), context)).toBe(undefined);
  expect(reports).toHaveLength(1);
  expect(contract.respond(new Error("aborted"), context)).toBe(undefined);
  expect(reports.map(({ outcome, level }) => [outcome, level])).toEqual([["aborted", "debug"]]);
});
