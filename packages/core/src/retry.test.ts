import { expect, test } from "vitest";
import type { RetryRule } from "./codes/index.ts";
import { mayRetry } from "./retry.ts";

const REQUESTS = [
  { method: "GET", idempotencyKey: false },
  { method: "head", idempotencyKey: false },
  { method: "POST", idempotencyKey: false },
  { method: "POST", idempotencyKey: true },
  { method: "DELETE", idempotencyKey: false },
];

test.each<readonly [rule: RetryRule, allowed: readonly boolean[]]>([
  ["never", [false, false, false, false, false]],
  ["client_judgement", [false, false, false, false, false]],
  ["backoff", [true, true, false, true, false]],
  ["retry_after", [true, true, false, true, false]],
  ["session_terminal", [true, true, false, true, false]],
])("%s for GET, HEAD, POST, POST with a key, DELETE: %j", (rule, allowed) => {
  expect(REQUESTS.map((request) => mayRetry(rule, request))).toEqual(allowed);
});
