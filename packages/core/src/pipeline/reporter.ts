import { now } from "../http/clock.ts";
import type { RequestContext } from "../http/request-context.ts";
import { routeOf } from "../http/request-context.ts";
import { type ErrorReport, noteSanitizer } from "../reports/report.ts";
import { isRead, sendReport } from "../reports/send-report.ts";
import type { Settings } from "./contract-options.ts";
import type { RequestState } from "./request-state.ts";
import type { ResolvedError } from "./resolved-error.ts";

/**
 * Reports an error to the service's hook, if it reads reports of this level.
 *
 * @param code What the client sees; null when the client left.
 */
export function report(
  { onError, sanitizer }: Pick<Settings, "onError" | "sanitizer">,
  resolved: ResolvedError,
  state: RequestState,
  context: RequestContext,
  thrown: unknown,
  outcome: ErrorReport["outcome"],
  code: string | null,
): void {
  state.isReported = true;
  const level = code === null ? "debug" : outcome === "unanswered" ? "info" : levelOf(resolved);
  if (!isRead(onError, level)) return;
  const told = reportOf(level, resolved, state, context, thrown, outcome, code);
  noteSanitizer(told, sanitizer);
  sendReport(onError, told);
}

function reportOf(
  level: ErrorReport["level"],
  resolved: ResolvedError,
  { version, correlationId, startedAt }: RequestState,
  context: RequestContext,
  thrown: unknown,
  outcome: ErrorReport["outcome"],
  code: string | null,
): ErrorReport {
  const { origin, recognizer, upstream, definition, status, withheld, removed, misuse } = resolved;
  return {
    level,
    outcome,
    thrown,
    origin,
    recognizer,
    upstream,
    code,
    type: code === null ? null : definition.type,
    status: code === null ? null : status,
    version,
    correlationId,
    method: context.method,
    path: withoutQuery(context.path),
    route: routeOf(context),
    durationMs: now() - startedAt,
    context,
    withheld,
    removed,
    misuse,
  };
}

function withoutQuery(path: string): string {
  const query = path.indexOf("?");
  return query < 0 ? path : path.slice(0, query);
}

/** A service that uses the contract wrongly fails as one that breaks down does, and so does one whose cause is withheld. */
function levelOf({ status, misuse, definition }: ResolvedError): ErrorReport["level"] {
  return status >= 500 || misuse !== undefined || definition.correlated === true ? "error" : "info";
}
