import type { ErrorType, JsonObject, RetryRule } from "@uhp-errors/core";
import { definitionOf, ruleOfCode, ruleOfStatus } from "./rule.ts";

/**
 * Registered, so that errors made by two installed copies of this package know each other, and so that a service that throws
 * one on is known to have failed by another service.
 */
const API_ERROR = Symbol.for("@uhp-errors/client/ApiError");
const UNEXPECTED_ANSWER = Symbol.for("@uhp-errors/client/UnexpectedAnswerError");
const NETWORK_ERROR = Symbol.for("@uhp-errors/client/NetworkError");
const TIMEOUT_ERROR = Symbol.for("@uhp-errors/client/TimeoutError");

/** What the head of an answer says, whatever its body is. */
export interface AnswerFacts {
  /** The HTTP status: 200 for an error inside a task's response object, 0 for a redirect, whose status a browser hides. */
  readonly status: number;
  /**
   * Seconds after which a retry makes sense: from `retry-after-ms`, else from `Retry-After` (RFC 9110, section 10.2.3),
   * else from `detail.retry_after_ms`. `undefined` when none of them says so; may have a fraction.
   */
  readonly retryAfter: number | undefined;
  /** The id under which the operator finds the request: the answer's `x-request-id`. */
  readonly requestId: string | undefined;
  /** The protocol version that the answer is written in: its `UHP-Version`. */
  readonly version: string | undefined;
}

/** What an answer says of sending the request again. */
interface Retriable {
  /**
   * When the server lets the request be sent again (the contract, 7.4): the rule of the catalog's row, else of the type and
   * the status. `"never"`, too, where the answer says `x-should-retry: false`. The contract's table decides where it is
   * left out.
   */
  readonly retry?: RetryRule | undefined;
}

/** The five fields and the facts that an {@link ApiError} is made of. */
export interface ApiErrorParts<Code extends string, Detail> extends AnswerFacts, Retriable {
  readonly type: ErrorType;
  readonly code: Code;
  readonly message: string;
  readonly param: string | null;
  readonly detail: Detail | null;
}

/**
 * An error of the contract, as the server stated it. Recognize one with {@link isApiError}, which works across copies of
 * this package; `instanceof` does not. `message` is one sentence that may be shown to a user (the contract, 2.1).
 *
 * @example
 * if (isApiError(thrown) && thrown.type === "authentication_error") signIn();
 */
export class ApiError<Code extends string = string, Detail = JsonObject> extends Error implements AnswerFacts {
  override readonly name = "ApiError";
  /** Broad class of the error: what to go by when `code` is not known (RET-4). */
  readonly type: ErrorType;
  /** The specific reason. */
  readonly code: Code;
  /** Dotted path to the offending field, or null. */
  readonly param: string | null;
  /** Structured context, or null: when there is none, and when it is not what the catalog says of this code. */
  readonly detail: Detail | null;
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly version: string | undefined;
  /** When the server lets the request be sent again; `"never"`, too, where the answer says `x-should-retry: false`. */
  readonly retry: RetryRule;

  constructor(parts: ApiErrorParts<Code, Detail>) {
    super(parts.message);
    this.type = parts.type;
    this.code = parts.code;
    this.param = parts.param;
    this.detail = parts.detail;
    this.status = parts.status;
    this.retryAfter = parts.retryAfter;
    this.requestId = parts.requestId;
    this.version = parts.version;
    this.retry = parts.retry ?? ruleOfCode(parts, definitionOf(parts.code, undefined));
  }
}

/** What an {@link UnexpectedAnswerError} is made of. */
interface UnexpectedParts extends AnswerFacts, Retriable {
  readonly contentType: string | undefined;
  readonly excerpt: string;
}

/**
 * An answer that is not the contract's: a proxy's page, a body that broke off, an envelope that lacks a field. `type` and
 * `code` are null, which tells it from an {@link ApiError}.
 */
export class UnexpectedAnswerError extends Error implements AnswerFacts {
  override readonly name = "UnexpectedAnswerError";
  readonly type = null;
  readonly code = null;
  readonly status: number;
  /** The media type of the body, such as `text/html`; `undefined` when none was stated. */
  readonly contentType: string | undefined;
  /** At most 200 characters of the body's text, without markup and without anything private; may be empty. */
  readonly excerpt: string;
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly version: string | undefined;
  /** When the request may be sent again, by the status; `"never"`, too, where the answer says `x-should-retry: false`. */
  readonly retry: RetryRule;

  constructor(parts: UnexpectedParts) {
    const said = parts.excerpt === "" ? "" : `: ${parts.excerpt}`;
    super(`The server's answer (status ${parts.status}) is not one of the contract${said}`);
    this.status = parts.status;
    this.contentType = parts.contentType;
    this.excerpt = parts.excerpt;
    this.retryAfter = parts.retryAfter;
    this.requestId = parts.requestId;
    this.version = parts.version;
    this.retry = parts.retry ?? ruleOfStatus(parts.status, parts.retryAfter);
  }
}

/**
 * No answer, or only part of one: the connection could not be made, or broke. `cause` says why, as a copy without the
 * token. Whether the server has done what was asked is not known.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** `"backoff"`, and `"never"` where an answer that broke off had said `x-should-retry: false`. */
  readonly retry: RetryRule;

  constructor(message?: string, options?: ErrorOptions & { readonly retry?: RetryRule | undefined }) {
    super(message, options);
    this.retry = options?.retry ?? "backoff";
  }
}

/** The client gave up waiting. A task may still be running: nothing here assumes that it stopped (TMO-2). */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** `"total"`: the whole exchange took too long; `"inactivity"`: a stream was silent for too long. */
  readonly kind: "total" | "inactivity";
  /** How long was waited, in milliseconds. */
  readonly timeoutMs: number;
  /** `"never"` where an answer that did not end had said `x-should-retry: false`; else nobody knows. */
  readonly retry: "never" | undefined;

  constructor(kind: "total" | "inactivity", timeoutMs: number, retry?: "never" | undefined) {
    super(
      kind === "total" ? `No whole answer within ${timeoutMs} ms.` : `The stream has been silent for ${timeoutMs} ms.`,
    );
    this.kind = kind;
    this.timeoutMs = timeoutMs;
    this.retry = retry;
  }
}

// On the prototypes, where no copy of an error's own fields picks them up.
Object.defineProperty(ApiError.prototype, API_ERROR, { value: true });
Object.defineProperty(UnexpectedAnswerError.prototype, UNEXPECTED_ANSWER, { value: true });
Object.defineProperty(NetworkError.prototype, NETWORK_ERROR, { value: true });
Object.defineProperty(TimeoutError.prototype, TIMEOUT_ERROR, { value: true });

/**
 * Whether `value` is an error of the contract, made by this copy of the package or another. Never throws.
 *
 * @example
 * if (isApiError(thrown) && thrown.code === "quota_exhausted") showPlans();
 */
export function isApiError(value: unknown): value is ApiError {
  return hasBrand(value, API_ERROR);
}

/** Whether `value` is an answer that is not the contract's, whichever copy of the package made it. Never throws. */
export function isUnexpectedAnswer(value: unknown): value is UnexpectedAnswerError {
  return hasBrand(value, UNEXPECTED_ANSWER);
}

/** Whether `value` is a {@link NetworkError}, whichever copy of the package made it. Never throws. */
export function isNetworkError(value: unknown): value is NetworkError {
  return hasBrand(value, NETWORK_ERROR);
}

/** Whether `value` is this package's {@link TimeoutError}, whichever copy made it. Never throws. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return hasBrand(value, TIMEOUT_ERROR);
}

function hasBrand(value: unknown, brand: symbol): boolean {
  if (typeof value !== "object" || value === null) return false;
  try {
    return Reflect.get(value, brand) === true;
  } catch {
    return false;
  }
}
