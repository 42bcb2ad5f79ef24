import type { Attributes } from "@opentelemetry/api";
import { type ErrorReport, serializeReport } from "@uhp-errors/core";
import { NAMES, SCOPE } from "./names.ts";

/** A log record that is sent for a report. */
export interface SentRecord {
  /** Always `"uhp.error"`. */
  readonly eventName: string;
  /** OpenTelemetry's number for the level: 17 for `error`, 9 for `info`, 5 for `debug`. */
  readonly severityNumber: number;
  /** The level in capital letters, such as `"ERROR"`. */
  readonly severityText: string;
  /** A line such as `"404 harness_not_found (answered)"`. */
  readonly body: string;
  /**
   * The facts of the report and of the thrown error, under OpenTelemetry's names where it has some. The texts are those of
   * `serializeReport`: no credential that a rule knows, no body, no value of a row.
   */
  readonly attributes: Attributes;
}

/** The part of OpenTelemetry's logs API that is used. `logs` of `@opentelemetry/api` and of `@opentelemetry/api-logs` have it. */
export interface LogsApi {
  /** The logger of a library by its name. */
  getLogger(name: string): { emit(record: SentRecord): void };
}

const SEVERITIES: Readonly<Record<ErrorReport["level"], number>> = { error: 17, info: 9, debug: 5 };

/** Sends a report as a log record. It belongs to the active span, as all records do. */
export function emitRecord(logs: LogsApi, report: ErrorReport): void {
  const { level, code, status, outcome } = report;
  logs.getLogger(SCOPE).emit({
    eventName: "uhp.error",
    severityNumber: SEVERITIES[level],
    severityText: level.toUpperCase(),
    body: code === null ? "the client left" : `${status} ${code} (${outcome})`,
    attributes: attributesOf(report),
  });
}

function attributesOf(report: ErrorReport): Attributes {
  const { misuse, code, status } = report;
  const { outcome, origin, version, correlationId, method, path, route, recognizer, mend, thrown } =
    serializeReport(report);
  const attributes: Attributes = {
    [NAMES.outcome]: outcome,
    [NAMES.origin]: origin,
    [NAMES.version]: version,
    [NAMES.correlationId]: correlationId,
    "http.request.method": method,
    "url.path": path,
  };
  const known: Readonly<Record<string, string | number | null | undefined>> = {
    [NAMES.code]: code,
    [NAMES.status]: status,
    [NAMES.route]: route,
    "uhp.error.recognizer": recognizer,
    "uhp.error.misuse": misuse === undefined ? undefined : mend,
    "exception.type": thrown?.name,
    "exception.message": thrown?.message,
    "exception.stacktrace": thrown?.stack,
  };
  for (const [name, value] of Object.entries(known)) {
    if (value !== undefined && value !== null) attributes[name] = value;
  }
  return attributes;
}
