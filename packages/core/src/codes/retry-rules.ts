/**
 * The facts of a retry rule. `automatic`: whether a client may repeat the request by itself, if the request is safe or has an
 * `Idempotency-Key`. `waitsFor`: what must happen first. `"backoff"`: a growing delay passes. `"retry_after"`: the time in
 * `Retry-After` passes. `"session"`: the task that is running in the session ends. `"caller"`: the caller decides. `null`: repeating
 * the request cannot succeed.
 */
export type RetryFacts =
  | { readonly automatic: true; readonly waitsFor: "backoff" | "retry_after" | "session" }
  | { readonly automatic: false; readonly waitsFor: "caller" | null };

/**
 * When a client may send the same request again (the contract, section 7.4).
 *
 * - `never`: the same request will fail the same way
 * - `backoff`: yes, with exponential backoff and jitter
 * - `retry_after`: yes, once the time in `Retry-After` has passed
 * - `session_terminal`: yes, once the task that is running in the session has ended
 * - `client_judgement`: the task consumed real resources, so only the caller can decide
 */
export const RETRY_RULES = /* @__PURE__ */ Object.freeze({
  never: { automatic: false, waitsFor: null },
  backoff: { automatic: true, waitsFor: "backoff" },
  retry_after: { automatic: true, waitsFor: "retry_after" },
  session_terminal: { automatic: true, waitsFor: "session" },
  client_judgement: { automatic: false, waitsFor: "caller" },
} as const satisfies Readonly<Record<string, RetryFacts>>);

/**
 * What a client waits for before it repeats a request; null if it must not repeat it.
 *
 * @experimental
 */
export type WaitsFor = RetryFacts["waitsFor"];

/** The name of a retry rule: a key of {@link RETRY_RULES}. */
export type RetryRule = keyof typeof RETRY_RULES;

/**
 * Whether `name` is a retry rule. Safe for any value.
 *
 * @experimental
 */
export function isRetryRule(name: unknown): name is RetryRule {
  return typeof name === "string" && Object.hasOwn(RETRY_RULES, name);
}
