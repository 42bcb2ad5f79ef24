import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { ErrorReport } from "@uhp-errors/core";
import { peek } from "@uhp-errors/core/internal";
import { NAMES } from "./names.ts";

/** The context key under which instrumentations keep the server's span, for code that runs in another span. */
const RPC_METADATA = createContextKey("OpenTelemetry SDK Context Key RPC_METADATA");

const SERVER_ERRORS = 500;

/** The codes of spans that have not ended, for {@link restoreErrorType}. */
const CODES = new WeakMap<Span, string>();

/** Outcomes without a response that has the error's code. */
const NOT_SENT: ReadonlySet<ErrorReport["outcome"]> = new Set(["aborted", "late", "unanswered", "passed", "observed"]);

/**
 * Sets the code on the span of the request. The span's status becomes ERROR from 500 on, as the conventions for servers
 * say. A client that left caused no error, and an error after a complete response does not belong to that response.
 */
export function nameOnSpan({ code, status, outcome, correlationId }: ErrorReport): void {
  if (code === null || NOT_SENT.has(outcome)) return;
  const span = serverSpan();
  if (span === undefined || !span.isRecording()) return;
  span.setAttributes({ [NAMES.code]: code, [NAMES.spanCode]: code, [NAMES.correlationId]: correlationId });
  if (status === null || status < SERVER_ERRORS) return;
  span.setStatus({ code: SpanStatusCode.ERROR });
  CODES.set(span, code);
}

/**
 * Restores the code in `error.type`, which `HttpInstrumentation` overwrites with the status from 500 on. Never throws.
 *
 * @example
 * new HttpInstrumentation({ applyCustomAttributesOnSpan: restoreErrorType });
 */
export function restoreErrorType(span: Span): void {
  const code = CODES.get(span);
  if (code !== undefined) span.setAttribute(NAMES.code, code);
}

/** Returns the span of the current request; `undefined` if there is none, or if only a span inside it can be found. */
function serverSpan(): Span | undefined {
  const active = context.active();
  // This is always so if no SDK is registered.
  if (active === ROOT_CONTEXT) return undefined;
  const noted = peek(active.getValue(RPC_METADATA), "span");
  if (noted !== undefined) return noted as Span;
  const span = trace.getSpan(active);
  const kind = peek(span, "kind");
  return kind === undefined || kind === SpanKind.SERVER ? span : undefined;
}
