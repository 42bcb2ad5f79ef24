import { diag } from "@opentelemetry/api";
import type { OnError } from "@uhp-errors/core";
import { attempt } from "@uhp-errors/core/untrusted";
import { counting } from "./counter.ts";
import { emitRecord, type LogsApi } from "./log-record.ts";
import { nameOnSpan } from "./server-span.ts";

/** What is sent to OpenTelemetry beside the counter and the span. */
export interface ObserveOptions {
  /**
   * Also sends each report as a log record, with the thrown error's message and stack as `serializeReport` of core gives them:
   * without credentials, bodies and values of rows. Pass `logs` of `@opentelemetry/api` (from 1.10 on) or of
   * `@opentelemetry/api-logs`. No records by default.
   */
  readonly logs?: LogsApi;
}

/**
 * Makes an `onError` that tells OpenTelemetry of each error:
 *
 * - The counter `uhp.server.errors` goes up by one. Its attributes are the code (`error.type`), the status, the route's pattern, the
 *   outcome, the origin and the protocol version.
 * - The server's span gets the code as `error.type`, and the status ERROR from 500 on.
 *
 * It finds the SDK whenever that is registered. Without one, it does nothing.
 *
 * @returns A hook that never throws.
 * @throws TypeError when `logs` is no logs API.
 * @example
 * const contract = createContract(acme, { onError: observe() });
 */
export function observe(options: ObserveOptions = {}): OnError {
  const logs = logsOf(options);
  const count = counting();
  return (report) => {
    // One of them that fails must not keep the others from the report. No functions are made here: this is done at every error.
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
      if (logs !== undefined) emitRecord(logs, report);
    } catch (failure) {
      note(failure);
    }
  };
}

/** Tells OpenTelemetry's own logger, which is silent unless the service has set one. */
function note(failure: unknown): void {
  attempt(
    () => diag.error("@uhp-errors/otel: a report was not sent", failure),
    () => undefined,
  );
}

function logsOf({ logs }: ObserveOptions): LogsApi | undefined {
  if (logs === undefined || typeof logs?.getLogger === "function") return logs;
  throw new TypeError("observe: logs: expected the object `logs` of @opentelemetry/api or @opentelemetry/api-logs");
}
