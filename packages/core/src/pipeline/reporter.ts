import { now } from "../http/clock.ts";
import { routeOf } from "../http/request-context.ts";
import { type ErrorReport, noteExposed, noteSanitizer } from "../reports/report.ts";
import { isRead, sendReport } from "../reports/send-report.ts";
import { peek } from "../untrusted/peek.ts";
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
  thrown: unknown,
  outcome: ErrorReport["outcome"],
  code: string | null,
): void {
  state.isReported = true;
  const level = levelOf(resolved, outcome, code);
  if (!isRead(onError, level)) return;
  const made = reportOf(resolved, state, thrown, outcome, code, level);
  noteSanitizer(made, sanitizer);
  sendReport(onError, made);
}

/** Sends a report that was already made to the service's hook, if the hook reads reports of its level. */
export function send(
  { onError, sanitizer, exposeMessages }: Pick<Settings, "onError" | "sanitizer" | "exposeMessages">,
  report: ErrorReport,
): void {
  noteSanitizer(report, sanitizer);
  if (exposeMessages) noteExposed(report);
  if (isRead(onError, report.level)) sendReport(onError, report);
}

/** Makes the report of an error, with the time until now. */
export function reportOf(
  resolved: ResolvedError,
  { context, version, correlationId, startedAt }: RequestState,
  thrown: unknown,
  outcome: ErrorReport["outcome"],
  code: string | null,
  level: ErrorReport["level"] = levelOf(resolved, outcome, code),
): ErrorReport {
  const transport = peek(context, "transport");
  const [path] = context.path.split("?", 1) as [string];
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
    transport: typeof transport === "string" ? transport : "http",
    method: context.method,
    path,
    route: routeOf(context),
    durationMs: now() - startedAt,
    context,
    withheld,
    removed,
    misuse,
  };
}

/** Returns the level of an error: misuse of the contract and errors with a withheld cause count as much as a 5xx. */
function levelOf(
  { status, misuse, definition }: ResolvedError,
  outcome: ErrorReport["outcome"],
  code: string | null,
): ErrorReport["level"] {
  if (code === null) return "debug";
  if (outcome === "unanswered") return "info";
  return status >= 500 || misuse !== undefined || definition.correlated ? "error" : "info";
}
