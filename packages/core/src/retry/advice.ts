import {
  CODE_FACTS,
  type CodeFacts,
  ERROR_TYPES,
  type ErrorType,
  isContractCode,
  RETRY_RULES,
  type RetryRule,
} from "../codes/index.ts";
import { toSeconds } from "../untrusted/seconds.ts";

const SAFE_METHODS: ReadonlySet<string> = /* @__PURE__ */ new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** One entry of the retry table: for a code, or for a type and the statuses to which it is limited. */
export interface RetryEntry {
  /** The code that the entry is for. If left out, the entry is for a type. */
  readonly code?: string;
  /** The type that the entry is for, if it is not for a code. */
  readonly type?: ErrorType;
  /** HTTP statuses to which the entry is limited. If left out, it applies to all statuses. */
  readonly statuses?: readonly number[];
  /** What a client may do. */
  readonly rule: RetryRule;
}

/**
 * Returns the entries for a client that does not know the code. The type of rate limits is missing, because each of its codes has its own
 * rule. A function, so that programs that use only {@link retryRuleOfType} do not load it.
 */
function typeEntries(): readonly RetryEntry[] {
  const { statuses } = ERROR_TYPES.server_error;
  const others = ["invalid_request_error", "authentication_error", "permission_error", "harness_error"] as const;
  return [
    { type: "server_error", statuses, rule: retryRuleOfType({ type: "server_error", status: statuses[0] }) },
    ...others.map((type) => ({ type, rule: retryRuleOfType({ type, status: ERROR_TYPES[type].statuses[0] }) })),
  ];
}

/** Returns entries for the codes whose rule differs from their type's entry, or whose type has no entry. */
function codeEntries(ofTypes: readonly RetryEntry[]): readonly RetryEntry[] {
  return Object.entries<CodeFacts>(CODE_FACTS)
    .filter(([code, { type, status, retry }]) => {
      const entries = ofTypes.filter((entry) => entry.type === type);
      const entry = entries.find((candidate) => fits(candidate, type, code, [status].flat()[0] ?? 0));
      return entries.length === 0 || (entry !== undefined && entry.rule !== retry);
    })
    .map(([code, { retry }]) => ({ code, rule: retry }));
}

/**
 * When a failed request may be sent again (the contract, section 7.4). The first entry that fits counts. If no entry fits, the request
 * must not be repeated.
 */
export const RETRY_TABLE: readonly RetryEntry[] = /* @__PURE__ */ (() => {
  const ofTypes = typeEntries();
  return Object.freeze([...codeEntries(ofTypes), ...ofTypes].map((entry) => Object.freeze(entry)));
})();

/** The facts of the request that the retry decision depends on. */
export interface FailedRequest {
  readonly method: string;
  /** Whether the request carried an `Idempotency-Key`. */
  readonly hasIdempotencyKey: boolean;
}

/** The facts of the error that the retry decision depends on. */
export interface ReceivedError {
  readonly type: ErrorType;
  readonly code: string;
  /** The HTTP status of the response. */
  readonly status: number;
  /** Seconds, from `Retry-After` or from the author of the error. */
  readonly retryAfter?: number | undefined;
  /** Only `retry_after_ms` of a 409 or 403 is read. */
  readonly detail?: Readonly<Record<string, unknown>> | null | undefined;
}

/** What a client should do about an error. */
export interface RetryAdvice {
  readonly rule: RetryRule;
  /**
   * Whether a client may send this request again by itself: the rule allows it, and the request is safe or carries an `Idempotency-Key`.
   * With `"session_terminal"`, only once the running task has ended.
   */
  readonly automatic: boolean;
  /** The minimum wait in whole milliseconds, if known. Also set if only the caller may decide to try again. */
  readonly waitMs?: number;
}

/**
 * Returns the retry rule of an error, from the table. For a code that is not the contract's, the type decides; a 429 with such a code may
 * be repeated if it states a wait. Never throws.
 */
export function retryRule({ type, code, status, retryAfter }: ReceivedError): RetryRule {
  const entry = RETRY_TABLE.find((candidate) => fits(candidate, type, code, status));
  if (entry !== undefined) return entry.rule;
  return isContractCode(code) ? "never" : retryRuleOfType({ type, status, retryAfter });
}

/** Returns the retry rule of an error with an unknown code: {@link retryRule} without the codes. Never throws. */
export function retryRuleOfType({ type, status, retryAfter }: Omit<ReceivedError, "code" | "detail">): RetryRule {
  const { statuses }: { readonly statuses: readonly number[] } = ERROR_TYPES.server_error;
  if (type === "server_error" && statuses.includes(status)) return "backoff";
  if (type === "rate_limit_error" && toSeconds(retryAfter) !== undefined) return "retry_after";
  return type === "harness_error" ? "client_judgement" : "never";
}

function fits(entry: RetryEntry, type: ErrorType, code: string, status: number): boolean {
  if (entry.code !== undefined) return entry.code === code;
  return entry.type === type && (entry.statuses === undefined || entry.statuses.includes(status));
}

/** A request about which nothing is known, so it must not be repeated. */
const UNKNOWN_REQUEST: FailedRequest = /* @__PURE__ */ Object.freeze({ method: "", hasIdempotencyKey: false });

/**
 * Returns what a client should do about a failed request: the rule, whether it may repeat the request by itself, and how long it waits.
 * Never throws for values that its types allow.
 *
 * @param request The failed request. If left out, `automatic` is false.
 * @param rule The rule of the code's definition, if known. If left out, the table decides.
 * @example
 * retryAdvice({ ...error, status: 503, retryAfter: 2 }, { method: "GET", hasIdempotencyKey: false });
 * // { rule: "backoff", automatic: true, waitMs: 2000 }
 */
export function retryAdvice(
  error: ReceivedError,
  request: FailedRequest = UNKNOWN_REQUEST,
  rule: RetryRule = retryRule(error),
): RetryAdvice {
  const automatic = mayRetry(rule, request);
  const waitMs = waitOf(error.status, error.detail, error.retryAfter);
  return waitMs === undefined ? { rule, automatic } : { rule, automatic, waitMs };
}

/** Converts seconds to milliseconds, rounded up. Ignores the rounding error of an earlier division by 1,000. */
function milliseconds(seconds: number): number {
  return Math.ceil(Number((seconds * 1_000).toFixed(3)));
}

/**
 * Returns the minimum wait in whole milliseconds; `undefined` if it is not known. A 409 or 403 may state its wait in `detail`, because
 * neither has a `Retry-After`. Never throws.
 */
export function waitOf(
  status: number,
  detail: ReceivedError["detail"],
  retryAfter: number | undefined,
): number | undefined {
  const isStated = (status === 409 || status === 403) && detail && Object.hasOwn(detail, "retry_after_ms");
  const stated = isStated ? detail["retry_after_ms"] : undefined;
  const seconds = (typeof stated === "number" ? toSeconds(stated / 1_000) : undefined) ?? toSeconds(retryAfter);
  return seconds === undefined ? undefined : milliseconds(seconds);
}

/**
 * Whether a client may repeat a request by itself: the rule allows it, and the request is safe (RFC 9110, section 9.2.1) or carries an
 * `Idempotency-Key`. Never throws.
 */
export function mayRetry(rule: RetryRule, { method, hasIdempotencyKey }: FailedRequest): boolean {
  return RETRY_RULES[rule].automatic && (hasIdempotencyKey || SAFE_METHODS.has(method.toUpperCase()));
}
