import type { ErrorType } from "../codes/index.ts";
import type { Upstream } from "../errors/client-error.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import type { RemovedPart } from "../sanitizer/engine/redact.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import type { Version } from "../versions/known.ts";

/**
 * Where an error came from. `"catalog"`: a catalog made it. `"recognized"`: a recognizer recognized it. `"unknown"`: neither, so nothing of
 * it reaches the client.
 */
export type ErrorOrigin = "catalog" | "recognized" | "unknown";

/** A string that was withheld from the client. It may contain secrets: show it to operators only. */
export interface WithheldText {
  readonly what: "message" | "body";
  readonly text: string;
}

/** The maximum number of UTF-16 code units of a sent body in the report of a contract that only reports. */
export const MAX_SENT_START = 200;

/** What really happened, for the operator. It may contain secrets and must not reach a client. */
export interface ErrorReport {
  /** Severity: `"error"` the service failed; `"info"` the client caused it; `"debug"` the client left. */
  readonly level: "error" | "info" | "debug";
  /**
   * The outcome for the client:
   * - `"answered"`: a response was sent.
   * - `"streamed"`: sent as the last events of a stream.
   * - `"cut"`: part of another response had been sent, and the connection was closed so that the client sees a broken response.
   * - `"late"`: a complete response had already been sent.
   * - `"aborted"`: the client left.
   * - `"unanswered"`: the request made an error of the catalog, but its response was a success; a `throw` may be missing.
   * - `"passed"`: the service's own JSON-RPC 2.0 response was sent as written.
   * - `"observed"`: the option `reportOnly` is set; the service's own response was sent unchanged.
   *
   * For the last three, code, type and status are those that the contract would have sent.
   */
  readonly outcome: "answered" | "streamed" | "cut" | "late" | "aborted" | "unanswered" | "passed" | "observed";
  /** The thrown value, untouched; `undefined` if nothing was thrown (an unknown route, a replaced response). */
  readonly thrown: unknown;
  /** Where the error came from: a catalog, a recognizer, or neither. */
  readonly origin: ErrorOrigin;
  /** The name of the recognizer that recognized the error, for example `"body-parser"`. */
  readonly recognizer: string | undefined;
  /**
   * The other service's response that made the request fail, if this library's own client read it: its code, status and request id. Only a
   * code that the service relays reaches the client.
   */
  readonly upstream?: Upstream | undefined;
  /** The code as the client sees it, or would have seen it; null if the client left. */
  readonly code: string | null;
  readonly type: ErrorType | null;
  /** The status of the code, which a stream or a partial response no longer shows; null if the client left. */
  readonly status: number | null;
  /** The protocol version of the response. */
  readonly version: Version;
  /** The id in `x-request-id` and, for an internal error, in `detail.correlation_id`. */
  readonly correlationId: string;
  /** `"http"`, or the `transport` of the call that was passed to `contract.handleError`. */
  readonly transport: string;
  /** The request's method; empty if the transport is not HTTP. */
  readonly method: string;
  /** Path as the client sent it, without its query, which may hold secrets. For a call, its name. */
  readonly path: string;
  /**
   * The pattern of the route that handled the request, such as `"/v1/harnesses/:id"`; for a call, its name. It has few values, so it is
   * suitable as a metric's label.
   */
  readonly route: string | undefined;
  /** Milliseconds since the contract first saw the request. */
  readonly durationMs: number;
  /** The request as the contract knows it. Its `native` holds the framework's own objects. */
  readonly context: RequestContext;
  /** Strings that the client does not see: a message, or the body of a replaced response. */
  readonly withheld: readonly WithheldText[];
  /** What the sanitizer removed from the author's message: kind, rule and place, never the text. */
  readonly removed: readonly RemovedPart[];
  /** A mistake in the service's use of the contract, and what to do about it. */
  readonly misuse: string | undefined;
  /** Set if the contract only reports (option `reportOnly`) and would have sent its own response. */
  readonly reportOnly?:
    | {
        /** What the service sent. */
        readonly sent: {
          /**
           * Its status; 0 if the connection closed before anything was sent. It is also 0 if a fetch handler threw, because only its server
           * knows what it then sends.
           */
          readonly status: number;
          /** Media type without parameters, in lower case; undefined if there was none. */
          readonly mediaType: string | undefined;
          /** The first characters of the body as sent, at most 200; "" if there is no body, or if it is compressed. */
          readonly start: string;
        };
        /** What the contract would have sent: status, headers and envelope. */
        readonly wouldSend: ErrorResponse;
      }
    | undefined;
}

/** A hook for reports; it may be asynchronous. */
export type OnError = (report: ErrorReport) => unknown;

const SANITIZERS = new WeakMap<ErrorReport, Sanitizer>();

/** Notes which sanitizer cleans a report for printing, if the service has its own. */
export function noteSanitizer(report: ErrorReport, sanitizer: Sanitizer): void {
  if (sanitizer !== DEFAULT_SANITIZER) SANITIZERS.set(report, sanitizer);
}

const EXPOSED = new WeakSet<ErrorReport>();

/** Notes that a report is of a contract with the option `exposeMessages`. */
export function noteExposed(report: ErrorReport): void {
  EXPOSED.add(report);
}

/** Whether a report is of a contract with the option `exposeMessages`. A copy of a report is not. */
export function isExposed(report: ErrorReport): boolean {
  return EXPOSED.has(report);
}

/** Returns the sanitizer that cleans a report for printing: its contract's. A copy of a report gets the default one. */
export function sanitizerOf(report: ErrorReport): Sanitizer {
  return SANITIZERS.get(report) ?? DEFAULT_SANITIZER;
}
