import type { RetryRule } from "@uhp-errors/core/codes";
import { peek } from "@uhp-errors/core/untrusted";

// Apart from the errors that a response gives, so that programs that only read responses do not load these.

/** Registered, as the brands of those errors are. */
const NETWORK_ERROR = Symbol.for("@uhp-errors/client/NetworkError");
const TIMEOUT_ERROR = Symbol.for("@uhp-errors/client/TimeoutError");

/**
 * No response, or only a part of one: the connection failed or broke. `cause` says why; it is a copy without the token. Nobody knows
 * whether the server has carried out the request.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** `"backoff"`, or `"never"` where a response that broke off had said `x-should-retry: false`. */
  declare readonly retry: RetryRule;

  constructor(message?: string, options?: ErrorOptions & { readonly retry?: RetryRule | undefined }) {
    super(message, options);
    this.retry = options?.retry ?? "backoff";
  }
}

/** The client gave up waiting. A task may still be running: do not assume that it stopped. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** `"total"`: the whole request took too long; `"inactivity"`: a stream was silent for too long. */
  declare readonly kind: "total" | "inactivity";
  /** The limit, in milliseconds. */
  declare readonly timeoutMs: number;
  /** `"never"` where a response that did not end had said `x-should-retry: false`; else undefined. */
  declare readonly retry: "never" | undefined;

  constructor(kind: "total" | "inactivity", timeoutMs: number, retry?: "never" | undefined) {
    super(`${kind === "total" ? "No whole answer within" : "The stream was silent for"} ${timeoutMs} ms.`);
    this.kind = kind;
    this.timeoutMs = timeoutMs;
    this.retry = retry;
  }
}

// On the prototypes, so that a copy of an error's own fields does not get them.
Object.defineProperty(NetworkError.prototype, NETWORK_ERROR, { value: true });
Object.defineProperty(TimeoutError.prototype, TIMEOUT_ERROR, { value: true });

/** Whether `value` is a {@link NetworkError}, of this or another copy of the package. Never throws. */
export function isNetworkError(value: unknown): value is NetworkError {
  return peek(value, NETWORK_ERROR) === true;
}

/** Whether `value` is a {@link TimeoutError} of this package, of this or another copy. Never throws. */
export function isTimeoutError(value: unknown): value is TimeoutError {
  return peek(value, TIMEOUT_ERROR) === true;
}
