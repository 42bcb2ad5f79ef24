import { expect, test } from "vitest";
import { isUniversalCode } from "./universal-codes.ts";

const UNIVERSAL = `
  unsupported_protocol_version invalid_input missing_credential invalid_credential insufficient_scope rate_limited
  quota_exhausted acme_bad_request acme_unauthenticated acme_forbidden acme_route_not_found acme_method_not_allowed
  acme_request_timeout acme_precondition_failed acme_content_too_large acme_uri_too_long acme_range_not_satisfiable
  acme_expectation_failed acme_headers_too_large acme_upstream_error acme_upstream_timeout acme_internal_error
  acme_unavailable`;

test.each(UNIVERSAL.trim().split(/\s+/))("any operation can answer with %s", (code) => {
  expect(isUniversalCode(code)).toBe(true);
});

// The last words of some are those of built-in codes.
const OTHERS = `
  acme_not_found acme_conflict acme_gone acme_not_implemented internal_error _internal_error session_busy
  acme_order_closed acme_order_unavailable memory_unavailable harness_unavailable __proto__`;

test.each(["", ...OTHERS.trim().split(/\s+/)])("not any operation can answer with %j", (code) => {
  expect(isUniversalCode(code)).toBe(false);
});
