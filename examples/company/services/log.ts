import type { ErrorReport } from "@uhp-errors/core";

/** Prints one line for each error that a service sends, so that an operator can follow it from service to service. */
export function logErrors(service: string): (report: ErrorReport) => void {
  return ({ context, correlationId, status, code, upstream }) => {
    const [, trace] = context.header("traceparent")?.split("-") ?? [];
    const line = { service, trace, request_id: correlationId, status, code, upstream };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
}
