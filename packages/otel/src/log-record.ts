import type { Attributes } from "@opentelemetry/api";
import { type ErrorReport, type SerializedReport, serializeReport } from "@uhp-errors/core";
import { exceptionName, isException } from "./exception-events.ts";
import { NAMES, SCOPE } from "./names.ts";

/** A log record that is sent for a report. */
export interface SentRecord {
  /**
   * `"uhp.error"`. If `OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN` is set, an exception that made the service fail has
   * OpenTelemetry's name: `"http.server.request.exception"`, or `"exception"` if the transport is not HTTP.
   */
  readonly eventName: string;
  /** OpenTelemetry's number for the level: 17 for `error`, 9 for `info`, 5 for `debug`. */
  readonly severityNumber: number;
  /** The level in capital letters, such as `"ERROR"`. */
  readonly severityText: string;
  /** A line such as `"404 harness_not_found (answered)"`. */
  readonly body: string;
  /**
   * The facts of the report and of the thrown error, under OpenTelemetry's names where it has any. The strings are those
   * of `serializeReport`: without credentials that a rule knows, bodies, and values of rows.
   */
  readonly attributes: Attributes;
}

/** The part of OpenTelemetry's logs API that this package uses. `logs` of `@opentelemetry/api` and of `@opentelemetry/api-logs` has it. */
export interface LogsApi {
  /** Returns the logger of a library by its name. */
  getLogger(name: string): { emit(record: SentRecord): void };
}

const SEVERITIES: Readonly<Record<ErrorReport["level"], number>> = { error: 17, info: 9, debug: 5 };

/**
 * Sends a report as a log record. Like every record, it belongs to the active span.
 *
 * @param namesExceptions Whether records of exceptions get OpenTelemetry's name.
 */
export function emitRecord(logs: LogsApi, report: ErrorReport, namesExceptions = false): void {
  const { level, code, status, outcome } = report;
  const attributes = listAttributes(report);
  logs.getLogger(SCOPE).emit({
    eventName: namesExceptions && isException(report, attributes) ? exceptionName(report) : "uhp.error",
    severityNumber: SEVERITIES[level],
    severityText: level.toUpperCase(),
    body: code === null ? "the client left" : `${status} ${code} (${outcome})`,
    attributes,
  });
}

function listAttributes(report: ErrorReport): Attributes {
  const { misuse, code, status } = report;
  const serialized = serializeReport(report);
  const { outcome, origin, version, correlationId, transport, method, path, route, recognizer, fix, sent, thrown } =
    serialized;
  const isHttp = transport === "http";
  const attributes: Attributes = {
    [NAMES.outcome]: outcome,
    [NAMES.origin]: origin,
    [NAMES.version]: version,
    [NAMES.correlationId]: correlationId,
    ...(isHttp
      ? { "http.request.method": method, "url.path": path }
      : { [NAMES.transport]: transport, [NAMES.call]: path }),
  };
  const known: Readonly<Record<string, string | number | null | undefined>> = {
    [NAMES.code]: code,
    [NAMES.status]: isHttp ? status : undefined,
    [NAMES.route]: isHttp ? route : undefined,
    "uhp.error.recognizer": recognizer,
    "uhp.error.sent_status": sent?.status,
    "uhp.error.misuse": misuse === undefined ? undefined : fix,
    "exception.type": thrown?.name,
    "exception.message": thrown?.message,
    "exception.stacktrace": writeStack(serialized),
  };
  if (thrown?.context !== undefined) attributes["uhp.error.context"] = JSON.stringify(thrown.context);
  for (const [name, value] of Object.entries(known)) {
    if (value !== undefined && value !== null) attributes[name] = value;
  }
  return attributes;
}

/** Returns the stack of the thrown value, and its causes, for which OpenTelemetry has no attribute. */
function writeStack({ thrown, causes = [] }: SerializedReport): string | undefined {
  if (thrown?.stack === undefined) return undefined;
  const lines = causes.map(({ name, code, message, at }) => {
    const head = code === undefined ? name : `${name} [${code}]`;
    return `Caused by: ${head}${message === "" ? "" : `: ${message}`}${at === undefined ? "" : `\n    at ${at}`}`;
  });
  return [thrown.stack, ...lines].join("\n");
}
