import type { RetryRule } from "./codes/index.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** What the retry decision depends on beside the code's rule. */
export interface RetriedRequest {
  readonly method: string;
  /** Whether the request carried an `Idempotency-Key`. */
  readonly idempotencyKey: boolean;
}

/**
 * Whether a client that knows nothing of the contract may send the request again by itself: the code's rule must allow
 * it, and the request must be safe (RFC 9110, section 9.2.1) or carry an `Idempotency-Key`.
 */
export function mayRetry(rule: RetryRule, { method, idempotencyKey }: RetriedRequest): boolean {
  const allowed = rule === "backoff" || rule === "retry_after" || rule === "session_terminal";
  return allowed && (idempotencyKey || SAFE_METHODS.has(method.toUpperCase()));
}
