import * as Sentry from "@sentry/node";
import type { ErrorReport } from "@uhp-errors/core";

export function toSentry({ status, code, thrown, route, correlationId }: ErrorReport) {
  if (status === null || status < 500) return;
  Sentry.captureException(thrown ?? new Error(`answered with ${code}`), {
    tags: { code, route, correlation_id: correlationId },
  });
}
