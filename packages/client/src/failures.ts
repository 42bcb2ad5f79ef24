import type { RetryRule } from "@uhp-errors/core/codes";
import { peek } from "@uhp-errors/core/internal";

// Separate from the errors of responses, so that programs that only read responses do not load these.

/** Registered symbols, like the brands of those errors. */
const NETWORK_ERROR = Symbol.for("@uhp-errors/client/NetworkError");
const TIMEOUT_ERROR = Symbol.for("@uhp-errors/client/TimeoutError");

interface NetworkFacts {
  readonly retry?: RetryRule | undefined;
  readonly lastSequenceNumber?: number | undefined;
}

/**
 * The connection failed or broke, so there was no response or only a part of one. `cause` says why; it is a copy without the token. It is
 * unknown whether the server carried out the request.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** Undefined without a response. Declared so that `code` and `type` narrow a union of all errors. */
  declare readonly code?: undefined;
  /** Undefined without a response. */
  declare readonly type?: undefined;
  /** Undefined without a response. */
  declare readonly retryAfter?: undefined;
  /** `"backoff"`, or `"never"` if a response that broke off had the header `x-should-retry: false`. */
  declare readonly retry: RetryRule;
  /** The `sequence_number` of the last event before a stream was cut off. `undefined` if it had none, and for any other failure. */
  declare readonly lastSequenceNumber?: number;

  constructor(message?: string, options?: ErrorOptions & NetworkFacts) {
    super(message, options);
    this.retry = options?.retry ?? "backoff";
    if (options?.lastSequenceNumber !== undefined) this.lastSequenceNumber = options.lastSequenceNumber;
  }
}

/** The client gave up waiting. A task may still be running; do not assume that it stopped. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** Undefined without a response. Declared so that `code` and `type` narrow a union of all errors. */
  declare readonly code?: undefined;
  /** Undefined without a response. */
  declare readonly type?: undefined;
  /** Undefined without a response. */
  declare readonly retryAfter?: undefined;
  /** `"total"`: the whole request took too long; `"inactivity"`: a stream was silent for too long. */
  declare readonly kind: "total" | "inactivity";
  /** The limit, in milliseconds. */
  declare readonly timeoutMs: number;
  /** `"never"` if a response that did not end had the header `x-should-retry: false`; otherwise undefined. */
  declare readonly retry: "never" | undefined;

  constructor(kind: "total" | "inactivity", timeoutMs: number, retry?: "never" | undefined) {
    super(`${kind === "total" ? "No whole answer within" : "The stream was silent for"} ${timeoutMs} ms.`);
    this.kind = kind;
    this.timeoutMs = timeoutMs;
    this.retry = retry;
  }
}

// The brands are on the prototypes, so that a copy of an error's own fields does not get them.
Object.defineProperty(NetworkError.prototype, NETWORK_ERROR, { value: true });
Object.defineProperty(TimeoutError.prototype, TIMEOUT_ERROR, { value: true });

/** Whether `value` is a {@link NetworkError} from this or another copy of the package. Never throws. */
export function isNetworkError(value: unknown): value is NetworkError {
  return peek(value, NETWORK_ERROR) === true;
}

/** Whether `value` is a {@link TimeoutError} from this or another copy of the package. Never throws. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return peek(value, TIMEOUT_ERROR) === true;
}
