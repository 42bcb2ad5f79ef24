import { diag } from "@opentelemetry/api";
import type { OnError } from "@uhp-errors/core";
import { attempt } from "@uhp-errors/core/internal";
import { counting } from "./counter.ts";
import { wantsExceptionEvents } from "./exception-events.ts";
import { emitRecord, type LogsApi } from "./log-record.ts";
import { nameOnSpan } from "./server-span.ts";

/** Options of {@link recordReports}. */
export interface RecordOptions {
  /**
   * Also sends each report as a log record, with the thrown error's message and stack as core's `serializeReport`
   * returns them: without credentials, bodies and values of rows. Pass `logs` of `@opentelemetry/api` (1.10 or later)
   * or of `@opentelemetry/api-logs`. By default, no records are sent.
   */
  readonly logs?: LogsApi;
}

/**
 * Makes an `onError` that reports each error to OpenTelemetry:
 *
 * - The counter `uhp.server.errors` goes up by one. Its attributes are the code (`error.type`), the status, the route's pattern, the
 *   outcome, the origin and the protocol version.
 * - The server's span gets the code as `error.type`, and the status ERROR from 500 on.
 *
 * It finds the SDK even if that is registered later. Without an SDK, it does nothing.
 *
 * @returns A hook that never throws.
 * @throws TypeError if `logs` is not a logs API.
 * @example
 * const contract = createContract(acme, { onError: recordReports() });
 */
export function recordReports(options: RecordOptions = {}): OnError {
  const logs = checkLogs(options);
  const count = counting();
  const namesExceptions = wantsExceptionEvents();
  return (report) => {
    // If one of them fails, the others still get the report. This runs at every error, so it makes no functions.
    try {
      count(report);
    } catch (failure) {
      note(failure);
    }
    try {
      nameOnSpan(report);
    } catch (failure) {
      note(failure);
    }
    try {
      if (logs !== undefined) emitRecord(logs, report, namesExceptions);
    } catch (failure) {
      note(failure);
    }
  };
}

/** Writes to OpenTelemetry's own logger, which prints nothing unless the service has set one. */
function note(failure: unknown): void {
  attempt(
    () => diag.error("@uhp-errors/otel: a report was not sent", failure),
    () => undefined,
  );
}

function checkLogs({ logs }: RecordOptions): LogsApi | undefined {
  if (logs === undefined || typeof logs?.getLogger === "function") return logs;
  throw new TypeError(
    "recordReports: logs: expected the object `logs` of @opentelemetry/api or @opentelemetry/api-logs",
  );
}
