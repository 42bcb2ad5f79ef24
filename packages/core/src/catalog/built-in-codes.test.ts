import { expect, test } from "vitest";
import { isBuiltInCode } from "./built-in-codes.ts";
import { builtInCodeOfStatus } from "./built-in-definition.ts";
import { defineCatalog } from "./catalog.ts";

const acme = defineCatalog({ vendor: "acme" });

const CLIENTS = { type: "invalid_request_error", retry: "never", correlated: false };
const SERVERS = { type: "server_error", retry: "backoff", correlated: true };

test.each<[code: string, status: number, message: string, facts?: Partial<typeof CLIENTS>]>([
  ["bad_request", 400, "The request is not well-formed HTTP."],
  ["payment_required", 402, "The request needs a payment first."],
  ["unauthenticated", 401, "The request is not authenticated.", { type: "authentication_error" }],
  ["forbidden", 403, "The request is not allowed.", { type: "permission_error" }],
  ["not_found", 404, "What the request names does not exist."],
  ["route_not_found", 404, "There is nothing at this address."],
  ["method_not_allowed", 405, "This address does not accept the request's method."],
  ["not_acceptable", 406, "No representation fits what the request accepts."],
  ["request_timeout", 408, "The request did not arrive in time."],
  ["conflict", 409, "The request conflicts with the current state."],
  ["idempotency_conflict", 409, "The idempotency key was already used for a different request."],
  ["gone", 410, "What was at this address is gone."],
  ["precondition_failed", 412, "A precondition of the request does not hold."],
  ["content_too_large", 413, "The request is larger than this server accepts."],
  ["uri_too_long", 414, "The request's address is too long."],
  ["range_not_satisfiable", 416, "The requested range lies outside the content."],
  ["expectation_failed", 417, "The server cannot meet the request's expectation."],
  ["precondition_required", 428, "The request must be conditional."],
  ["headers_too_large", 431, "The request's header fields are too large."],
  ["internal_error", 500, "The server failed to handle the request.", SERVERS],
  ["not_implemented", 501, "This server does not implement what the request asks for.", { type: "server_error" }],
  ["upstream_error", 502, "A service that this server depends on failed.", SERVERS],
  ["unavailable", 503, "The server cannot take the request right now.", { ...SERVERS, correlated: false }],
  ["upstream_timeout", 504, "A service that this server depends on did not answer in time.", SERVERS],
])("the built-in code %s has its facts", (code, status, message, facts = {}) => {
  const expected = { where: "request", status, ...CLIENTS, ...facts, message, since: "2026-08-11" };
  expect(defineCatalog({ vendor: "acme" }).definition(`acme_${code}`)).toMatchObject(expected);
});

test.each<[name: string, is: boolean]>([
  ["conflict", true],
  ["acme_conflict", false],
  ["session_busy", false],
  ["toString", false],
  ["__proto__", false],
])("%s is a built-in code: %s", (name, is) => expect(isBuiltInCode(name)).toBe(is));

test.each<[status: number, code: string | undefined]>([
  [400, undefined],
  [401, "unauthenticated"],
  [404, "not_found"],
  [409, "conflict"],
  [418, undefined],
  [500, "internal_error"],
  [504, "upstream_timeout"],
  [505, undefined],
])("a bare status %i has the built-in code %s", (status, code) => expect(builtInCodeOfStatus(status)).toBe(code));

test.each<[status: number, type: string]>([
  [401, "authentication_error"],
  [403, "permission_error"],
  [429, "rate_limit_error"],
  [418, "invalid_request_error"],
  [499, "invalid_request_error"],
  [500, "server_error"],
  [599, "server_error"],
])("the code of the status %i alone has the type %s, and is never retried", (status, type) => {
  expect(acme.definition(`acme_http_${status}`)).toMatchObject({
    where: "request",
    status,
    type,
    retry: "never",
    since: "2026-08-11",
    when: `Something answered ${status} without an error body of this library.`,
  });
});
