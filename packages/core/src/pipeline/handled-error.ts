import type { ErrorObject } from "../errors/error-object.ts";
import { header, phaseOf, type RequestContext } from "../http/request-context.ts";
import type { ErrorReport } from "../reports/report.ts";
import { type RetryAdvice, retryAdvice } from "../retry/advice.ts";
import { type Call, contextOfCall } from "./call.ts";
import type { Pipeline } from "./pipeline.ts";
import { reportOf, send } from "./reporter.ts";
import type { ResolvedError } from "./resolved-error.ts";

/** What a contract knows about an error on a transport other than HTTP. */
export interface HandledError {
  /** The five fields to send to the receiver. */
  readonly error: ErrorObject;
  /** What the receiver should do: whether it may repeat the call by itself, and after how many milliseconds. Send it with the error. */
  readonly retry: RetryAdvice;
  /** The HTTP status that the code stands for. */
  readonly status: number;
  /**
   * The report, as the hook `onError` gets it. Not enumerable, because it may contain secrets: neither `JSON.stringify` nor a spread
   * includes it.
   */
  readonly report: ErrorReport;
}

/** Handles anything that was thrown in a call: reports it, unless that was done before, and returns what to send. */
export function handleError(pipeline: Pipeline, thrown: unknown, call: Call): HandledError {
  const context = contextOfCall(call);
  const state = pipeline.state(context);
  const isReported = state.noteThrown(thrown);
  const resolved = pipeline.resolve(thrown, context, "task");
  const error = pipeline.errorObject(resolved, state);
  const phase = phaseOf(context);
  const isAborted = phase === "gone" || (phase === undefined && resolved.aborted);
  const outcome = isAborted ? "aborted" : "answered";
  const report = reportOf(resolved, state, thrown, outcome, isAborted ? null : error.code);
  if (!isReported) send(pipeline.settings, report);
  const handled = { error, retry: adviceOf(resolved, error, context), status: resolved.status };
  return Object.defineProperty(handled, "report", { value: report }) as HandledError;
}

function adviceOf(
  { definition, status, detail, retryAfter, retry }: ResolvedError,
  { type, code }: ErrorObject,
  context: RequestContext,
): RetryAdvice {
  const request = { method: context.method, hasIdempotencyKey: header(context, "idempotency-key") !== undefined };
  return retryAdvice({ type, code, status, detail, retryAfter }, request, retry ?? definition.retry);
}
