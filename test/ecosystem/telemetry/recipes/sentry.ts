import * as Sentry from "@sentry/node";
import { type ErrorReport, serializeReport } from "@uhp-errors/core";

export function toSentry(report: ErrorReport) {
  const { status, code, route, correlationId, thrown, causes } = serializeReport(report);
  if (status === null || status < 500) return;
  const { name = "Error", message = `answered with ${code}`, stack } = thrown ?? {};
  Sentry.captureException(Object.assign(new Error(message), { name, stack }), {
    tags: { code, route, correlation_id: correlationId },
    extra: { context: thrown?.context, causes },
  });
}
