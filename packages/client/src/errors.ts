import type { JsonObject } from "@uhp-errors/core";
import type { ErrorType, RetryRule } from "@uhp-errors/core/codes";
import { peek } from "@uhp-errors/core/untrusted";
import { definitionOf, ruleOfCode, ruleOfStatus } from "./rule.ts";

/**
 * Registered symbols, so that errors of two installed copies of this package are recognized. They also tell a service which does not
 * catch such an error that another service failed.
 */
const API_ERROR = Symbol.for("@uhp-errors/client/ApiError");
const UNEXPECTED_ANSWER = Symbol.for("@uhp-errors/client/UnexpectedAnswerError");

/** What the head of a response says, whatever its body is. */
export interface AnswerFacts {
  /** The HTTP status: 200 for an error inside a task's response object, 0 for a redirect, whose status a browser hides. */
  readonly status: number;
  /**
   * Seconds after which a retry makes sense: from `retry-after-ms`, else from `Retry-After` (RFC 9110, section 10.2.3), else from
   * `detail.retry_after_ms`. It may have a fraction. `undefined` when none of them is there.
   */
  readonly retryAfter: number | undefined;
  /** The id by which the operator finds the request: `x-request-id` of the response. */
  readonly requestId: string | undefined;
  /** The protocol version that the response is written in: its `UHP-Version`. */
  readonly version: string | undefined;
}

/** What a response says about sending the request again. */
interface Retriable {
  /**
   * When the request may be sent again: the rule of the code's definition, else of the type and the status. `"never"` where the
   * response says `x-should-retry: false`. If left out, UHP's retry table (7.4) decides.
   */
  readonly retry?: RetryRule | undefined;
}

/** What an {@link ApiError} is made of: its five fields, and what the head of the response says. */
export interface ApiErrorParts<Code extends string, Detail> extends AnswerFacts, Retriable {
  readonly type: ErrorType;
  readonly code: Code;
  readonly message: string;
  readonly param: string | null;
  readonly detail: Detail | null;
}

/**
 * An error that the server stated in an envelope. Check with {@link isApiError}, which works across copies of this package;
 * `instanceof` does not. `message` is one sentence that may be shown to a user.
 *
 * @example
 * if (isApiError(thrown) && thrown.type === "authentication_error") signIn();
 */
export class ApiError<Code extends string = string, Detail = JsonObject> extends Error implements AnswerFacts {
  override readonly name = "ApiError";
  /** Broad class of the error. Go by it when you do not know the `code`. */
  declare readonly type: ErrorType;
  /** The exact reason. */
  declare readonly code: Code;
  /** Path to the wrong field, with dots, or null. */
  declare readonly param: string | null;
  /** What a program needs to act on the code. Null when there is none, and when it does not fit the code's schema. */
  declare readonly detail: Detail | null;
  declare readonly status: number;
  declare readonly retryAfter: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly version: string | undefined;
  /** When the request may be sent again. `"never"` where the response says `x-should-retry: false`. */
  declare readonly retry: RetryRule;

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
  /** What is wrong with the answer, after "The server's answer (status 200)". */
  readonly fault?: string | undefined;
}

/**
 * A response that is not an envelope: a proxy's page, a body that broke off, an envelope that lacks a field or comes with
 * the status of a success. Its `type` and `code`
 * are null; those of an {@link ApiError} never are.
 *
 * `message` ends with the `excerpt`. Both are for operators: log them, and never show them to a user or send them to a client. Without
 * the option `sanitizer` they hold what the other server wrote: hosts, paths, even a password.
 */
export class UnexpectedAnswerError extends Error implements AnswerFacts {
  override readonly name = "UnexpectedAnswerError";
  readonly type = null;
  readonly code = null;
  declare readonly status: number;
  /** The media type of the body, such as `text/html`; `undefined` when the response names none. */
  declare readonly contentType: string | undefined;
  /**
   * At most 200 characters of the body's text, without markup and without the client's own token. It may be empty. With the option
   * `sanitizer` it is one sentence without credentials, hosts and paths. Without it, it may hold all of these: see `message`.
   */
  declare readonly excerpt: string;
  declare readonly retryAfter: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly version: string | undefined;
  /** When the request may be sent again, by its status. `"never"` where the response says `x-should-retry: false`. */
  declare readonly retry: RetryRule;

  constructor(parts: UnexpectedParts) {
    const said = parts.excerpt === "" ? "" : `: ${parts.excerpt}`;
    super(`The server's answer (status ${parts.status}) ${parts.fault ?? "is not one of the contract"}${said}`);
    this.status = parts.status;
    this.contentType = parts.contentType;
    this.excerpt = parts.excerpt;
    this.retryAfter = parts.retryAfter;
    this.requestId = parts.requestId;
    this.version = parts.version;
    this.retry = parts.retry ?? ruleOfStatus(parts.status, parts.retryAfter);
  }
}

// On the prototypes, so that a copy of an error's own fields does not get them.
Object.defineProperty(ApiError.prototype, API_ERROR, { value: true });
Object.defineProperty(UnexpectedAnswerError.prototype, UNEXPECTED_ANSWER, { value: true });

/**
 * Whether `value` is an {@link ApiError}, of this or another copy of the package. Never throws.
 *
 * @example
 * if (isApiError(thrown) && thrown.code === "quota_exhausted") showPlans();
 */
export function isApiError(value: unknown): value is ApiError {
  return peek(value, API_ERROR) === true;
}

/** Whether `value` is an {@link UnexpectedAnswerError}, of this or another copy of the package. Never throws. */
export function isUnexpectedAnswer(value: unknown): value is UnexpectedAnswerError {
  return peek(value, UNEXPECTED_ANSWER) === true;
}
