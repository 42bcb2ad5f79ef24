import type { Attributes } from "@opentelemetry/api";
import type { ErrorReport } from "@uhp-errors/core";
import { peekString } from "@uhp-errors/core/untrusted";
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
  /** The facts of the report and of the thrown error, under OpenTelemetry's names where it has some. */
  readonly attributes: Attributes;
}

/** The part of OpenTelemetry's logs API that is used. `logs` of `@opentelemetry/api` and of `@opentelemetry/api-logs` have it. */
export interface LogsApi {
  /** The logger of a library by its name. */
  getLogger(name: string): { emit(record: SentRecord): void };
}

const SEVERITIES: Readonly<Record<ErrorReport["level"], number>> = { error: 17, info: 9, debug: 5 };

/** UTF-16 code units that are kept of each text. */
const LIMITS = { path: 500, type: 80, message: 1_000, stack: 8_000 };

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
  const { thrown, misuse, route, code, status, recognizer } = report;
  const attributes: Attributes = {
    [NAMES.outcome]: report.outcome,
    [NAMES.origin]: report.origin,
    [NAMES.version]: report.version,
    [NAMES.correlationId]: report.correlationId,
    "http.request.method": report.method,
    "url.path": report.path.slice(0, LIMITS.path),
  };
  const message = typeof thrown === "string" ? thrown : peekString(thrown, "message");
  const known: Readonly<Record<string, string | number | null | undefined>> = {
    [NAMES.code]: code,
    [NAMES.status]: status,
    [NAMES.route]: route,
    "uhp.error.recognizer": recognizer,
    "uhp.error.misuse": misuse,
    "exception.type": peekString(thrown, "name")?.slice(0, LIMITS.type),
    "exception.message": message?.slice(0, LIMITS.message),
    "exception.stacktrace": peekString(thrown, "stack")?.slice(0, LIMITS.stack),
  };
  for (const [name, value] of Object.entries(known)) {
    if (value !== undefined && value !== null) attributes[name] = value;
  }
  return attributes;
}
