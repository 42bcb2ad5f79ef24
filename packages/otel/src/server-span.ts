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
import { peek } from "@uhp-errors/core/untrusted";
import { NAMES } from "./names.ts";

/** Under this key instrumentations leave the server's span, for code that runs within a span of its own. */
const RPC_METADATA = createContextKey("OpenTelemetry SDK Context Key RPC_METADATA");

/** Where failures of the server begin. */
const SERVER_ERRORS = 500;

/** The codes of spans that are not yet ended, for {@link keepErrorType}. */
const CODES = new WeakMap<Span, string>();

/**
 * Names an error on the span of the request that it answers. Its status becomes ERROR from 500 on, as the conventions for servers
 * say. A client that left made no error, and an error that came after a whole response is none of that response's.
 */
export function nameOnSpan({ code, status, outcome, correlationId }: ErrorReport): void {
  if (code === null || outcome === "aborted" || outcome === "late" || outcome === "unanswered" || outcome === "passed")
    return;
  const span = serverSpan();
  if (span === undefined || !span.isRecording()) return;
  span.setAttributes({ [NAMES.code]: code, [NAMES.spanCode]: code, [NAMES.correlationId]: correlationId });
  if (status === null || status < SERVER_ERRORS) return;
  span.setStatus({ code: SpanStatusCode.ERROR });
  CODES.set(span, code);
}

/**
 * Keeps the code in `error.type`, which `HttpInstrumentation` overwrites with the status from 500 on. Never throws.
 *
 * @example
 * new HttpInstrumentation({ applyCustomAttributesOnSpan: keepErrorType });
 */
export function keepErrorType(span: Span): void {
  const code = CODES.get(span);
  if (code !== undefined) span.setAttribute(NAMES.code, code);
}

/** The span of the request at hand; `undefined` where there is none, or where only a span within it can be found. */
function serverSpan(): Span | undefined {
  const active = context.active();
  // So it is wherever no SDK is registered.
  if (active === ROOT_CONTEXT) return undefined;
  const noted = peek(active.getValue(RPC_METADATA), "span");
  if (noted !== undefined) return noted as Span;
  const span = trace.getSpan(active);
  const kind = peek(span, "kind");
  return kind === undefined || kind === SpanKind.SERVER ? span : undefined;
}
