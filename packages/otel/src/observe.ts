import type { ErrorReport, OnError } from "@uhp-errors/core";
import { attempt } from "@uhp-errors/core/untrusted";
import { counting } from "./counter.ts";
import { emitRecord, type LogsApi } from "./log-record.ts";
import { nameOnSpan } from "./server-span.ts";

/** What is sent to OpenTelemetry beside the counter and the span. */
export interface ObserveOptions {
  /**
   * Also sends each report as a log record, with the thrown error's message and stack, which may hold secrets. Pass `logs` of
   * `@opentelemetry/api` (from 1.10 on) or of `@opentelemetry/api-logs`. No records by default.
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
  return (report: ErrorReport) => {
    // One of them that fails must not keep the others from the report.
    quietly(() => count(report));
    quietly(() => nameOnSpan(report));
    if (logs !== undefined) quietly(() => emitRecord(logs, report));
  };
}

function quietly(act: () => void): void {
  attempt(act, () => undefined);
}

function logsOf({ logs }: ObserveOptions): LogsApi | undefined {
  if (logs === undefined || typeof logs?.getLogger === "function") return logs;
  throw new TypeError("observe: logs: expected the object `logs` of @opentelemetry/api or @opentelemetry/api-logs");
}
