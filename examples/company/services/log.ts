import type { ErrorReport } from "@uhp-errors/core";

/** Prints one line for each error that a service sends, so that an operator can follow it from service to service. */
export function logErrors(
  service: string,
  undeclared: (report: ErrorReport) => string | undefined,
): (report: ErrorReport) => void {
  return (report) => {
    const { context, correlationId, status, code, upstream } = report;
    const [, trace] = context.header("traceparent")?.split("-") ?? [];
    const line = { service, trace, request_id: correlationId, status, code, upstream, undeclared: undeclared(report) };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
}
