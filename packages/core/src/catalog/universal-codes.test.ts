import { expect, test } from "vitest";
import { isUniversalCode } from "./universal-codes.ts";

test.each([
  ["unsupported_protocol_version", true],
  ["invalid_input", true],
  ["missing_credential", true],
  ["invalid_credential", true],
  ["insufficient_scope", true],
  ["rate_limited", true],
  ["quota_exhausted", true],
  ["acme_bad_request", true],
  ["acme_unauthenticated", true],
  ["acme_forbidden", true],
  ["acme_route_not_found", true],
  ["acme_method_not_allowed", true],
  ["acme_request_timeout", true],
  ["acme_precondition_failed", true],
  ["acme_content_too_large", true],
  ["acme_uri_too_long", true],
  ["acme_range_not_satisfiable", true],
  ["acme_expectation_failed", true],
  ["acme_headers_too_large", true],
  ["acme_upstream_error", true],
  ["acme_upstream_timeout", true],
  ["acme_not_found", false],
  ["acme_conflict", false],
  ["acme_gone", false],
  ["acme_not_implemented", false],
  ["internal_error", false],
  ["_internal_error", false],
  ["", false],
  ["acme_internal_error", true],
  ["acme_unavailable", true],
  ["session_busy", false],
  ["acme_order_closed", false],
  ["acme_order_unavailable", false],
  // They end like the built-in acme_unavailable.
  ["memory_unavailable", false],
  ["harness_unavailable", false],
  ["__proto__", false],
])("whether any operation can answer with %s: %s", (code, expected) => {
  expect(isUniversalCode(code)).toBe(expected);
});
