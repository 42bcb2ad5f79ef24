import { now } from "../http/clock.ts";
import type { RequestContext } from "../http/request-context.ts";
import { routeOf } from "../http/request-context.ts";
import { type ErrorReport, noteExposed, noteSanitizer } from "../reports/report.ts";
import { isRead, sendReport } from "../reports/send-report.ts";
import { peekString } from "../untrusted/peek.ts";
import type { Settings } from "./contract-options.ts";
import type { RequestState } from "./request-state.ts";
import type { ResolvedError } from "./resolved-error.ts";

/**
 * Reports an error to the service's hook, if the hook reads reports of this level.
 *
 * @param code The code that the client sees; null if the client left.
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
  const level = levelOf(resolved, outcome, code);
  if (!isRead(onError, level)) return;
  const told = reportOf(resolved, state, context, thrown, outcome, code);
  noteSanitizer(told, sanitizer);
  sendReport(onError, told);
}

/** Sends a report that was already made to the service's hook, if the hook reads reports of its level. */
export function send(
  { onError, sanitizer, exposeMessages }: Pick<Settings, "onError" | "sanitizer" | "exposeMessages">,
  told: ErrorReport,
): void {
  noteSanitizer(told, sanitizer);
  if (exposeMessages) noteExposed(told);
  if (isRead(onError, told.level)) sendReport(onError, told);
}

/** Makes the report of an error, with the time until now. */
export function reportOf(
  resolved: ResolvedError,
  { version, correlationId, startedAt }: RequestState,
  context: RequestContext,
  thrown: unknown,
  outcome: ErrorReport["outcome"],
  code: string | null,
): ErrorReport {
  const { origin, recognizer, upstream, definition, status, withheld, removed, misuse } = resolved;
  return {
    level: levelOf(resolved, outcome, code),
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
    transport: peekString(context, "transport") ?? "http",
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

/** Returns the level of an error: misuse of the contract and errors with a withheld cause count as much as a 5xx. */
function levelOf(
  { status, misuse, definition }: ResolvedError,
  outcome: ErrorReport["outcome"],
  code: string | null,
): ErrorReport["level"] {
  if (code === null) return "debug";
  if (outcome === "unanswered") return "info";
  return status >= 500 || misuse !== undefined || definition.correlated === true ? "error" : "info";
}
