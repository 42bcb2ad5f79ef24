/** What the retry of a request depends on: the facts behind the name of a retry rule. */
interface RetryFacts {
  /** Whether a client may repeat the request without asking anybody, if the request is safe or has an `Idempotency-Key`. */
  readonly automatic: boolean;
  /**
   * What it waits for first. `"backoff"`: a delay of its own that grows. `"retry_after"`: the time in `Retry-After`.
   * `"session"`: the end of the task that runs in the session. `"caller"`: a decision by whoever started it. `null`: it does
   * not repeat the request at all.
   */
  readonly waitsFor: "backoff" | "retry_after" | "session" | "caller" | null;
}

/**
 * When a client may send the same request again (the contract, section 7.4).
 *
 * - `never`: the same request fails the same way
 * - `backoff`: yes, with exponential backoff and jitter
 * - `retry_after`: yes, once the time in `Retry-After` has passed
 * - `session_terminal`: yes, once the task that runs in the session has ended
 * - `client_judgement`: the task consumed real resources, so only the caller can tell
 */
export const RETRY_RULES = Object.freeze({
  never: { automatic: false, waitsFor: null },
  backoff: { automatic: true, waitsFor: "backoff" },
  retry_after: { automatic: true, waitsFor: "retry_after" },
  session_terminal: { automatic: true, waitsFor: "session" },
  client_judgement: { automatic: false, waitsFor: "caller" },
} as const satisfies Readonly<Record<string, RetryFacts>>);

/** The name of a retry rule: a key of {@link RETRY_RULES}. */
export type RetryRule = keyof typeof RETRY_RULES;

/** Whether `name` is a retry rule; safe for any value. */
export function isRetryRule(name: unknown): name is RetryRule {
  return typeof name === "string" && Object.hasOwn(RETRY_RULES, name);
}
