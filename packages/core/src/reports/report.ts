import type { ErrorType } from "../codes/index.ts";
import type { Upstream } from "../errors/client-error.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Removed } from "../sanitizer/engine/redact.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/index.ts";
import type { Version } from "../versions/known.ts";

/**
 * Where an error came from. `"catalog"`: a catalog made it. `"recognized"`: a recognizer knew it. `"unknown"`: neither, so
 * nothing of it reaches the client.
 */
export type Origin = "catalog" | "recognized" | "unknown";

/** A text that was kept from the client. It may hold secrets: show it to operators only. */
export interface Withheld {
  readonly what: "message" | "body";
  readonly text: string;
}

/** What really happened, for the operator. It may hold secrets and must not reach a client. */
export interface ErrorReport {
  /** How urgent it is: `"error"` the service failed; `"info"` the client caused it; `"debug"` the client left. */
  readonly level: "error" | "info" | "debug";
  /**
   * What became of it: `"answered"`; `"streamed"`, as the last events of a stream; `"cut"`, when part of another answer had
   * left and the connection was closed so that the client sees a broken answer; `"late"`, when an answer had already left
   * whole; `"aborted"`, when the client left; `"unanswered"`, when the request made an error of the catalog, and its response was a
   * success: a `throw` may be missing; `"passed"`, when the service's own answer of JSON-RPC 2.0 left as it was written.
   * Code, type and status of the last two are those that the contract would have sent.
   */
  readonly outcome: "answered" | "streamed" | "cut" | "late" | "aborted" | "unanswered" | "passed";
  /** The value that was thrown, untouched; `undefined` when nothing was (an unknown route, a replaced response). */
  readonly thrown: unknown;
  /** Where the error came from: a catalog, something that a recognizer knows, or neither. */
  readonly origin: Origin;
  /** The name of the recognizer that knew the error, for example `"body-parser"`. */
  readonly recognizer: string | undefined;
  /**
   * The answer of another service by which the request failed, when this library's own client read it: its code, status and
   * request id. Only a code that the service relays reaches the client.
   */
  readonly upstream?: Upstream | undefined;
  /** The code as the client sees it, or would have seen it; null when the client left. */
  readonly code: string | null;
  readonly type: ErrorType | null;
  /** The status of the code, which a stream or half an answer no longer shows; null when the client left. */
  readonly status: number | null;
  /** The protocol version that the answer is written in. */
  readonly version: Version;
  /** The id in `x-request-id` and, for an internal error, in `detail.correlation_id`. */
  readonly correlationId: string;
  readonly method: string;
  /** Path as the client sent it, without its query, which may hold secrets. */
  readonly path: string;
  /** The pattern of the route that took the request, such as `"/v1/harnesses/:id"`: few values, so fit for a metric's label. */
  readonly route: string | undefined;
  /** Milliseconds since the contract first heard of the request. */
  readonly durationMs: number;
  /** The request as the contract knows it. Its `native` holds the framework's own objects. */
  readonly context: RequestContext;
  /** Texts that the client does not see: a message, or the body of a replaced answer. */
  readonly withheld: readonly Withheld[];
  /** What the sanitizer took out of the author's message: kind, rule and place, never the text. */
  readonly removed: readonly Removed[];
  /** A mistake in the service's use of the contract, and what to do about it. */
  readonly misuse: string | undefined;
}

/** A hook for reports; it may be asynchronous. */
export type OnError = (report: ErrorReport) => unknown;

const SANITIZERS = new WeakMap<ErrorReport, Sanitizer>();

/** Notes by which sanitizer a report is printed, where the service has one of its own. */
export function noteSanitizer(report: ErrorReport, sanitizer: Sanitizer): void {
  if (sanitizer !== DEFAULT_SANITIZER) SANITIZERS.set(report, sanitizer);
}

/** The sanitizer by which a report is printed: that of its contract. A copy of a report has the default one. */
export function sanitizerOf(report: ErrorReport): Sanitizer {
  return SANITIZERS.get(report) ?? DEFAULT_SANITIZER;
}
