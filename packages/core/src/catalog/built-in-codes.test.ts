import { expect, test } from "vitest";
import { isBuiltInCode } from "./built-in-codes.ts";
import { builtInCodeOfStatus } from "./built-in-definition.ts";
import { defineCatalog } from "./catalog.ts";

const acme = defineCatalog({ vendor: "acme" });

test.each<[code: string, status: number, type: string, retry: string, correlated: boolean, message: string]>([
  ["bad_request", 400, "invalid_request_error", "never", false, "The request is not well-formed HTTP."],
  ["payment_required", 402, "invalid_request_error", "never", false, "The request needs a payment first."],
  ["unauthenticated", 401, "authentication_error", "never", false, "The request is not authenticated."],
  ["forbidden", 403, "permission_error", "never", false, "The request is not allowed."],
  ["not_found", 404, "invalid_request_error", "never", false, "What the request names does not exist."],
  ["route_not_found", 404, "invalid_request_error", "never", false, "There is nothing at this address."],
  [
    "method_not_allowed",
    405,
    "invalid_request_error",
    "never",
    false,
    "This address does not accept the request's method.",
  ],
  ["not_acceptable", 406, "invalid_request_error", "never", false, "No representation fits what the request accepts."],
  ["request_timeout", 408, "invalid_request_error", "never", false, "The request did not arrive in time."],
  ["conflict", 409, "invalid_request_error", "never", false, "The request conflicts with the current state."],
  [
    "idempotency_conflict",
    409,
    "invalid_request_error",
    "never",
    false,
    "The idempotency key was already used for a different request.",
  ],
  ["gone", 410, "invalid_request_error", "never", false, "What was at this address is gone."],
  ["precondition_failed", 412, "invalid_request_error", "never", false, "A precondition of the request does not hold."],
  [
    "content_too_large",
    413,
    "invalid_request_error",
    "never",
    false,
    "The request is larger than this server accepts.",
  ],
  ["uri_too_long", 414, "invalid_request_error", "never", false, "The request's address is too long."],
  [
    "range_not_satisfiable",
    416,
    "invalid_request_error",
    "never",
    false,
    "The requested range lies outside the content.",
  ],
  [
    "expectation_failed",
    417,
    "invalid_request_error",
    "never",
    false,
    "The server cannot meet the request's expectation.",
  ],
  ["precondition_required", 428, "invalid_request_error", "never", false, "The request must be conditional."],
  ["headers_too_large", 431, "invalid_request_error", "never", false, "The request's header fields are too large."],
  ["internal_error", 500, "server_error", "backoff", true, "The server failed to handle the request."],
  ["not_implemented", 501, "server_error", "never", false, "This server does not implement what the request asks for."],
  ["upstream_error", 502, "server_error", "backoff", true, "A service that this server depends on failed."],
  ["unavailable", 503, "server_error", "backoff", false, "The server cannot take the request right now."],
  [
    "upstream_timeout",
    504,
    "server_error",
    "backoff",
    true,
    "A service that this server depends on did not answer in time.",
  ],
])("the built-in code %s has its facts", (code, status, type, retry, correlated, message) => {
  expect(acme.definition(`acme_${code}`)).toMatchObject({
    where: "request",
    status,
    type,
    retry,
    correlated,
    message,
    since: "2026-08-11",
  });
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
