import { describe, expect, test } from "vitest";
import { CODES, type ErrorType, type RetryRule } from "../codes/index.ts";
import {
  type FailedRequest,
  mayRetry,
  RETRY_TABLE,
  type ReceivedError,
  retryAdvice,
  retryRule,
  retryRuleOfType,
} from "./advice.ts";

const REQUESTS = [
  { method: "GET", hasIdempotencyKey: false },
  { method: "head", hasIdempotencyKey: false },
  { method: "POST", hasIdempotencyKey: false },
  { method: "POST", hasIdempotencyKey: true },
  { method: "DELETE", hasIdempotencyKey: false },
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

describe("the retry table", () => {
  test.each(Object.entries(CODES))("gives %s the rule of its row", (code, { type, retry, status }) => {
    for (const one of [status].flat()) expect(retryRule({ type, code, status: one })).toBe(retry);
  });

  test.each<readonly [type: ErrorType, status: number, retryAfter: number | undefined, rule: RetryRule]>([
    ["server_error", 500, undefined, "backoff"],
    ["server_error", 504, undefined, "backoff"],
    ["server_error", 501, undefined, "never"],
    ["server_error", 507, undefined, "never"],
    ["invalid_request_error", 409, 1, "never"],
    ["authentication_error", 401, undefined, "never"],
    ["permission_error", 403, undefined, "never"],
    ["rate_limit_error", 429, 3, "retry_after"],
    ["rate_limit_error", 429, undefined, "never"],
    ["rate_limit_error", 429, Number.NaN, "never"],
    ["harness_error", 200, undefined, "client_judgement"],
    ["harness_error", 503, undefined, "client_judgement"],
  ])("treats an unknown code of type %s and status %i (retry after %s) as %s", (type, status, retryAfter, rule) => {
    expect(retryRule({ type, code: "acme_unknown", status, retryAfter })).toBe(rule);
    expect(retryRuleOfType({ type, status, retryAfter })).toBe(rule);
  });

  test("names only codes whose type does not say the same", () => {
    expect(RETRY_TABLE).toStrictEqual([
      { code: "session_busy", rule: "session_terminal" },
      { code: "rate_limited", rule: "retry_after" },
      { code: "quota_exhausted", rule: "never" },
      { type: "server_error", statuses: [500, 502, 503, 504], rule: "backoff" },
      { type: "invalid_request_error", rule: "never" },
      { type: "authentication_error", rule: "never" },
      { type: "permission_error", rule: "never" },
      { type: "harness_error", rule: "client_judgement" },
    ]);
  });

  test("is frozen", () => {
    expect(() => (RETRY_TABLE as unknown[]).pop()).toThrow(TypeError);
    expect(RETRY_TABLE.every(Object.isFrozen)).toBe(true);
  });
});

describe("the advice", () => {
  const [get, , post, keyed] = REQUESTS as [FailedRequest, FailedRequest, FailedRequest, FailedRequest];
  const busy: ReceivedError = { type: "invalid_request_error", code: "session_busy", status: 409 };
  const limited: ReceivedError = { type: "rate_limit_error", code: "rate_limited", status: 429 };

  const detail = { retry_after_ms: 40 };
  const told: ReceivedError = { ...busy, retryAfter: 9, detail: { retry_after_ms: 250.2 } };
  const failed: ReceivedError = { type: "harness_error", code: "timeout", status: 200 };

  test.each<readonly [string, ReceivedError, FailedRequest, rule: RetryRule, automatic: boolean, ms: number | null]>([
    ["a limit", { ...limited, retryAfter: 1.5 }, get, "retry_after", true, 1_500],
    ["a limit without a time", limited, get, "retry_after", true, null],
    ["a limit with a time in its detail", { ...limited, detail }, get, "retry_after", true, null],
    ["a limit on a POST", { ...limited, retryAfter: 1 }, post, "retry_after", false, 1_000],
    ["a busy session", busy, keyed, "session_terminal", true, null],
    ["a busy session that tells how long", told, keyed, "session_terminal", true, 251],
    ["a memory that is busy", { ...busy, code: "memory_busy", detail }, keyed, "never", false, 40],
    [
      "a detail that is no number",
      { ...busy, detail: { retry_after_ms: "40" } },
      keyed,
      "session_terminal",
      true,
      null,
    ],
    ["a failed task", failed, keyed, "client_judgement", false, null],
  ])("on %s", (_what, error, request, rule, automatic, waitMs) => {
    const advice = waitMs === null ? { rule, automatic } : { rule, automatic, waitMs };
    expect(retryAdvice(error, request)).toStrictEqual(advice);
  });

  test("goes by the code's own rule if it is known", () => {
    const error: ReceivedError = { type: "server_error", code: "acme_full", status: 507 };
    expect(retryAdvice(error, get, "backoff")).toEqual({ rule: "backoff", automatic: true });
  });
});

test("never allows a repetition for an unknown request", () => {
  const error = { type: "server_error", code: "harness_unavailable", status: 503, retryAfter: 1 } as const;
  expect(retryAdvice(error)).toEqual({ rule: "backoff", automatic: false, waitMs: 1_000 });
});

test("a wait in milliseconds is unchanged", () => {
  const request = { method: "GET", hasIdempotencyKey: false };
  const busy = { type: "invalid_request_error", code: "session_busy", status: 409 } as const;
  for (let ms = 0; ms < 10_000; ms += 1) {
    expect(retryAdvice({ ...busy, detail: { retry_after_ms: ms } }, request).waitMs).toBe(ms);
  }
  expect(retryAdvice({ ...busy, detail: { retry_after_ms: 0.5 } }, request).waitMs).toBe(1);
  const denied = { type: "permission_error", code: "memory_forbidden", status: 403 } as const;
  const advice = { rule: "never", automatic: false, waitMs: 5 };
  expect(retryAdvice({ ...denied, detail: { retry_after_ms: 5 } }, request)).toEqual(advice);
});
