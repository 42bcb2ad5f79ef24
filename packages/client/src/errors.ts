import type { JsonObject } from "@uhp-errors/core";
import type { ErrorType, RetryRule } from "@uhp-errors/core/codes";
import { peek } from "@uhp-errors/core/internal";
import { findDefinition, ruleOfCode, ruleOfStatus } from "./rule.ts";

/**
 * Registered symbols, so that errors from two installed copies of this package are recognized. If a service does not catch such an error,
 * its contract also knows from them that another service failed.
 */
const API_ERROR = Symbol.for("@uhp-errors/client/ApiError");
const UNEXPECTED_ANSWER = Symbol.for("@uhp-errors/client/UnexpectedResponseError");

/** The facts in the head of a response, regardless of its body. */
export interface ResponseFacts {
  /**
   * The HTTP status: 200 for an error inside a task's response object, 0 for a redirect, whose status a browser hides. For an error that
   * came by another transport, the status that its code stands for.
   */
  readonly status: number;
  /**
   * Seconds after which a retry makes sense: from `retry-after-ms`, else from `Retry-After` (RFC 9110, section 10.2.3), else from
   * `detail.retry_after_ms`. It may have a fraction. `undefined` if the response has none of them.
   */
  readonly retryAfter: number | undefined;
  /** The id by which the operator finds the request: `x-request-id` of the response. */
  readonly requestId: string | undefined;
  /** The protocol version that the response is written in: its `UHP-Version`. */
  readonly version: string | undefined;
}

/** The retry rule that a response states. */
export interface Retriable {
  /**
   * When the request may be sent again: the rule of the code's definition, else of the type and the status. `"never"` if the response has
   * the header `x-should-retry: false`. If left out, UHP's retry table (7.4) decides.
   */
  readonly retry?: RetryRule | undefined;
}

/** The parts of an {@link ApiError}: its five fields, and the facts in the head of the response. */
export interface ApiErrorParts<Code extends string, Detail> extends ResponseFacts, Retriable {
  readonly type: ErrorType;
  readonly code: Code;
  readonly message: string;
  readonly param: string | null;
  readonly detail: Detail;
}

/**
 * An error that the server sent in an envelope. Check for it with {@link isApiError}, which works across copies of this package, unlike
 * `instanceof`. `message` is one sentence that may be shown to a user.
 *
 * @example
 * if (isApiError(thrown) && thrown.type === "authentication_error") signIn();
 */
export class ApiError<Code extends string = string, Detail = JsonObject | null> extends Error implements ResponseFacts {
  override readonly name = "ApiError";
  /** Broad class of the error. Go by it when you do not know the `code`. */
  declare readonly type: ErrorType;
  /** The exact reason. */
  declare readonly code: Code;
  /** The dotted path of the field at fault, or null. */
  declare readonly param: string | null;
  /**
   * The data that a program needs to act on the code. If it does not fit the code's schema, it has only the fields that do: a server with
   * an older release of the catalog may leave one out, and the `error` event of a stream carries none. Null only if the code requires
   * none, or if the client does not know the code's schema: given the type of a catalog alone, it checks no detail.
   */
  declare readonly detail: Detail;
  declare readonly status: number;
  declare readonly retryAfter: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly version: string | undefined;
  /** When the request may be sent again. `"never"` if the response has the header `x-should-retry: false`. */
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
    this.retry = parts.retry ?? ruleOfCode(parts, findDefinition(parts.code, undefined));
  }
}

/** The parts of an {@link UnexpectedResponseError}. */
export interface UnexpectedParts extends ResponseFacts, Retriable {
  readonly contentType: string | undefined;
  readonly excerpt: string;
  /** What is wrong with the response, in words that follow "The server's answer (status 200)". */
  readonly fault?: string | undefined;
}

/**
 * A response that is not a valid envelope: a proxy's page, a body that broke off, or an envelope that lacks a field or has a success
 * status. Its `type` and `code` are null; those of an {@link ApiError} never are.
 *
 * `message` ends with the `excerpt`. Both are for operators: log them, and never show them to a user or send them to a client. Without
 * the option `sanitizer`, they contain whatever the other server wrote: hosts, paths, even a password.
 */
export class UnexpectedResponseError extends Error implements ResponseFacts {
  override readonly name = "UnexpectedResponseError";
  readonly type = null;
  readonly code = null;
  declare readonly status: number;
  /** The media type of the body, such as `text/html`; `undefined` if the response names none. */
  declare readonly contentType: string | undefined;
  /**
   * At most 200 characters of the body's text, without markup and without the client's own token. It may be empty. With the option
   * `sanitizer`, it is one sentence without credentials, hosts, and paths. Otherwise it may contain all of these.
   */
  declare readonly excerpt: string;
  declare readonly retryAfter: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly version: string | undefined;
  /** When the request may be sent again, based on the status. `"never"` if the response has the header `x-should-retry: false`. */
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

// The brands are on the prototypes, so that a copy of an error's own fields does not get them.
Object.defineProperty(ApiError.prototype, API_ERROR, { value: true });
Object.defineProperty(UnexpectedResponseError.prototype, UNEXPECTED_ANSWER, { value: true });

/**
 * Whether `value` is an {@link ApiError} from this or another copy of the package. Never throws.
 *
 * @example
 * if (isApiError(thrown) && thrown.code === "quota_exhausted") showPlans();
 */
export function isApiError(value: unknown): value is ApiError {
  return peek(value, API_ERROR) === true;
}

/** Whether `value` is an {@link UnexpectedResponseError} from this or another copy of the package. Never throws. */
export function isUnexpectedResponseError(value: unknown): value is UnexpectedResponseError {
  return peek(value, UNEXPECTED_ANSWER) === true;
}
