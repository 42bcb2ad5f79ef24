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

/** One entry of the retry table: a code, or a type with the statuses to which it is confined. */
export interface RetryEntry {
  /** The code that the entry is about; left out, it is about a type. */
  readonly code?: string;
  /** The type that the entry is about, where it is not about one code. */
  readonly type?: ErrorType;
  /** HTTP statuses to which the type is confined; left out, it is not. */
  readonly statuses?: readonly number[];
  /** What a client may do. */
  readonly rule: RetryRule;
}

/**
 * What a client goes by that does not know the code. The type of rate limits is missing: each of its codes has a rule of its own. A
 * function, so that users of {@link retryRuleOfType} alone do not load it.
 */
function typeEntries(): readonly RetryEntry[] {
  const { statuses } = ERROR_TYPES.server_error;
  const others = ["invalid_request_error", "authentication_error", "permission_error", "harness_error"] as const;
  return [
    { type: "server_error", statuses, rule: retryRuleOfType({ type: "server_error", status: statuses[0] }) },
    ...others.map((type) => ({ type, rule: retryRuleOfType({ type, status: ERROR_TYPES[type].statuses[0] }) })),
  ];
}

/** The codes whose own definition states another rule than their type's entry, or whose type has no entry. */
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
 * When a failed request may be sent again (the contract, section 7.4). The first entry that fits counts. Without one, the
 * request may not be repeated.
 */
export const RETRY_TABLE: readonly RetryEntry[] = /* @__PURE__ */ (() => {
  const ofTypes = typeEntries();
  return Object.freeze([...codeEntries(ofTypes), ...ofTypes].map((entry) => Object.freeze(entry)));
})();

/** What the retry decision depends on beside the error. */
export interface FailedRequest {
  readonly method: string;
  /** Whether the request carried an `Idempotency-Key`. */
  readonly hasIdempotencyKey: boolean;
}

/** What the retry decision reads of an error. */
export interface ReceivedError {
  readonly type: ErrorType;
  readonly code: string;
  /** The HTTP status that it came with. */
  readonly status: number;
  /** Seconds, from `Retry-After` or from the author of the error. */
  readonly retryAfter?: number | undefined;
  /** `retry_after_ms` of a 409 or a 403 is read. */
  readonly detail?: Readonly<Record<string, unknown>> | null | undefined;
}

/** What a client should do about an error. */
export interface RetryAdvice {
  readonly rule: RetryRule;
  /**
   * Whether a client may send this request again by itself: the rule allows it, and the request is safe or carries an
   * `Idempotency-Key`. With `"session_terminal"` only once the task that runs has ended.
   */
  readonly automatic: boolean;
  /** Whole milliseconds to wait at least, where they are known; also where only a caller who knows more may try again. */
  readonly waitMs?: number;
}

/**
 * The retry rule of an error, by the table. A code that is not the contract's goes by its type; a 429 with such a code may be
 * repeated when it says after which time. Never throws.
 */
export function retryRule({ type, code, status, retryAfter }: ReceivedError): RetryRule {
  const entry = RETRY_TABLE.find((candidate) => fits(candidate, type, code, status));
  if (entry !== undefined) return entry.rule;
  return isContractCode(code) ? "never" : retryRuleOfType({ type, status, retryAfter });
}

/** The retry rule of an error whose code is not known: {@link retryRule} without the codes. Never throws. */
export function retryRuleOfType({ type, status, retryAfter }: Omit<ReceivedError, "code" | "detail">): RetryRule {
  const { statuses }: { readonly statuses: readonly number[] } = ERROR_TYPES.server_error;
  if (type === "server_error" && statuses.includes(status)) return "backoff";
  if (type === "rate_limit_error" && toSeconds(retryAfter) !== undefined) return "retry_after";
  return type === "harness_error" ? "client_judgement" : "never";
}

function fits(entry: RetryEntry, type: ErrorType, code: string, status: number): boolean {
  return entry.code === undefined ? fitsType(entry, type, status) : entry.code === code;
}

function fitsType(entry: RetryEntry, type: ErrorType, status: number): boolean {
  return entry.type === type && (entry.statuses === undefined || entry.statuses.includes(status));
}

/** A request of which nothing is known, so that it must not be repeated. */
const UNKNOWN_REQUEST: FailedRequest = /* @__PURE__ */ Object.freeze({ method: "", hasIdempotencyKey: false });

/**
 * What a client should do about a failed request: the rule, whether it may repeat the request by itself, and how long it
 * waits. The server's headers and the client use it alike. Never throws for what its types allow.
 *
 * @param request Left out, `automatic` is false.
 * @param rule The rule of the code's definition, where that is known; else the table decides.
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

/** Rounded up, but for what the division by a thousand has added. */
function milliseconds(seconds: number): number {
  return Math.ceil(Number((seconds * 1_000).toFixed(3)));
}

/**
 * Whole milliseconds to wait at least; `undefined` when they are not known. A conflict, or a lack of permission, says in its
 * detail when it may be over: neither has a `Retry-After`. Never throws.
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
 * Whether a client may repeat a request by itself: the rule allows it, and the request is safe (RFC 9110, section 9.2.1) or
 * carries an `Idempotency-Key`. Never throws.
 */
export function mayRetry(rule: RetryRule, { method, hasIdempotencyKey }: FailedRequest): boolean {
  return RETRY_RULES[rule].automatic && (hasIdempotencyKey || SAFE_METHODS.has(method.toUpperCase()));
}
