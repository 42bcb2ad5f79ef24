import { type ErrorReport, sanitizerOf } from "./report.ts";
import { because, fix, heldBack, removedKinds, unsentText } from "./report-facts.ts";
import { cleanLine, factsOf, stackOf, type ThrownFacts } from "./thrown-facts.ts";

/**
 * The parts of a report that may be logged: plain JSON with strings of limited length.
 */
export interface SerializedReport
  extends Pick<ErrorReport, "outcome" | "status" | "code" | "type" | "version" | "origin"> {
  /** `"http"`, or the transport of the call that failed. */
  readonly transport: string;
  readonly method: string;
  /** The path, without its query; for a call, its name. */
  readonly path: string;
  /** The pattern of the route that handled the request. */
  readonly route: string | undefined;
  /** The id in `x-request-id`, by which a client's complaint leads to this entry. */
  readonly correlationId: string;
  /** Milliseconds since the contract first saw the request. */
  readonly durationMs: number;
  /** The name of the recognizer that recognized the error. */
  readonly recognizer: string | undefined;
  /** Sentences that explain the response to the error. */
  readonly because: readonly string[];
  /** What the error's author can do about it. */
  readonly fix: string | undefined;
  /** Another service's response, as this library's client read it. */
  readonly upstream: ErrorReport["upstream"];
  /**
   * What the service sent, if the contract only reports (option `reportOnly`). In that case, `status`, `code` and `type` are those that the
   * contract would have sent.
   */
  readonly sent: { readonly status: number; readonly mediaType: string | undefined } | undefined;
  /** The thrown value, without the values of its fields; `undefined` if nothing was thrown. */
  readonly thrown: SerializedError | undefined;
  /** Its causes, nearest first, at most five. */
  readonly causes: readonly ThrownFacts[] | undefined;
  /** The part of the service's own response that did not reach the client; for a body, its length. */
  readonly withheld: string | undefined;
  /** The part of the author's message that did not reach the client because a message is one sentence of limited length. */
  readonly unsent: string | undefined;
  /** The kinds of data that the sanitizer removed from the message for the client. */
  readonly removed: readonly string[] | undefined;
}

/** The parts of a thrown value that may be logged. */
export interface SerializedError extends ThrownFacts {
  /** Its name, its message and the frames. */
  readonly stack: string | undefined;
}

/**
 * Converts a report into an object that may be logged. It contains no credential that a rule of the sanitizer recognizes, no header, no
 * body of a request or response, and no value of a row that a known database quotes. It has neither `level` nor `time`, which loggers write
 * themselves. `report.thrown` keeps the raw value.
 *
 * @returns A plain object with strings of limited length. Never throws, whatever was thrown.
 * @example
 * const onError = (report: ErrorReport) => pinoLogger[report.level](serializeReport(report), "request failed");
 */
export function serializeReport(report: ErrorReport): SerializedReport {
  const { outcome, code, type, status, version, origin, recognizer, upstream, thrown } = report;
  const sanitizer = sanitizerOf(report);
  const line = (text: string, limit: number) => cleanLine(text, limit, sanitizer);
  const [own, ...causes] = factsOf(thrown, sanitizer);
  const removed = removedKinds(report);
  return {
    outcome,
    status,
    code: code === null ? null : line(code, 200),
    type,
    transport: line(report.transport, 40),
    method: line(report.method, 40),
    path: line(report.path, 500),
    route: report.route === undefined ? undefined : line(report.route, 300),
    version,
    correlationId: line(report.correlationId, 200),
    durationMs: Math.round(report.durationMs * 10) / 10,
    origin,
    recognizer: recognizer === undefined ? undefined : line(recognizer, 80),
    because: because(report),
    fix: fix(report),
    upstream:
      upstream === undefined
        ? undefined
        : {
            code: upstream.code === null ? null : line(upstream.code, 80),
            status: upstream.status,
            requestId: upstream.requestId === undefined ? undefined : line(upstream.requestId, 200),
          },
    sent: sentOf(report, line),
    thrown: thrown === undefined ? undefined : { ...own, stack: stackOf(thrown, own, sanitizer) },
    causes: causes.length === 0 ? undefined : causes,
    withheld: heldBack(report),
    unsent: unsentText(report),
    removed: removed.length === 0 ? undefined : removed,
  };
}

function sentOf({ reportOnly }: ErrorReport, line: (text: string, limit: number) => string): SerializedReport["sent"] {
  if (reportOnly === undefined) return undefined;
  const { status, mediaType } = reportOnly.sent;
  return { status, mediaType: mediaType === undefined ? undefined : line(mediaType, 100) };
}
