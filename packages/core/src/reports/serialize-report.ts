import { type ErrorReport, sanitizerOf } from "./report.ts";
import { cutText, heldBack, removedKinds, toMend, why } from "./report-facts.ts";
import { cleanLine, factsOf, stackOf, type ThrownFacts } from "./thrown-facts.ts";

/** What may be logged of a report: texts, numbers and lists of them, each bounded. It has no cycle, so JSON can be made of it. */
export interface SerializedReport
  extends Pick<ErrorReport, "outcome" | "status" | "code" | "type" | "version" | "origin"> {
  readonly method: string;
  /** The path, without its query. */
  readonly path: string;
  /** The pattern of the route that took the request. */
  readonly route: string | undefined;
  /** The id in `x-request-id`, by which a client's complaint leads to this entry. */
  readonly correlationId: string;
  /** Milliseconds since the contract first heard of the request. */
  readonly durationMs: number;
  /** The name of the recognizer that knew the error. */
  readonly recognizer: string | undefined;
  /** Sentences that say why the error was answered as it was. */
  readonly why: readonly string[];
  /** What its author can do about it. */
  readonly mend: string | undefined;
  /** The answer of another service, as this library's client read it. */
  readonly upstream: ErrorReport["upstream"];
  /** What was thrown, without the values of its fields; `undefined` when nothing was. */
  readonly thrown: SerializedError | undefined;
  /** Its causes, the nearest first, five at most. */
  readonly causes: readonly ThrownFacts[] | undefined;
  /** What of the service's own answer did not reach the client: of a body, its length. */
  readonly withheld: string | undefined;
  /** What of the author's message did not reach the client because a message is one sentence of bounded length. */
  readonly cut: string | undefined;
  /** Kinds of what the sanitizer took out of the message for the client. */
  readonly removed: readonly string[] | undefined;
}

/** What may be logged of a thrown value. */
export interface SerializedError extends ThrownFacts {
  /** Its name, its message and the frames. */
  readonly stack: string | undefined;
}

/**
 * Makes of a report what may be logged: no credential that a rule of the sanitizer knows, no header, no body of a request or a
 * response, and no value of a row that a known database quotes. It has neither `level` nor `time`, which loggers write by themselves.
 * `report.thrown` keeps the raw value.
 *
 * @returns A plain object of bounded texts. Never throws, whatever was thrown.
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
    method: line(report.method, 40),
    path: line(report.path, 500),
    route: report.route === undefined ? undefined : line(report.route, 300),
    version,
    correlationId: line(report.correlationId, 200),
    durationMs: Math.round(report.durationMs * 10) / 10,
    origin,
    recognizer: recognizer === undefined ? undefined : line(recognizer, 80),
    why: why(report),
    mend: toMend(report),
    upstream:
      upstream === undefined
        ? undefined
        : {
            code: upstream.code === null ? null : line(upstream.code, 80),
            status: upstream.status,
            requestId: upstream.requestId === undefined ? undefined : line(upstream.requestId, 200),
          },
    thrown: thrown === undefined ? undefined : { ...own, stack: stackOf(thrown, own, sanitizer) },
    causes: causes.length === 0 ? undefined : causes,
    withheld: heldBack(report),
    cut: cutText(report),
    removed: removed.length === 0 ? undefined : removed,
  };
}
