import { expect, test } from "vitest";
import { isUniversalCode } from "./universal-codes.ts";

test.each([
  ["rate_limited", true],
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
