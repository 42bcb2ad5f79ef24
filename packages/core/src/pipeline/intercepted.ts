import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { declaredDetail } from "../catalog/declared-detail.ts";
import { type Envelope, parseEnvelope } from "../errors/envelope.ts";
import { utf8Length } from "../errors/envelope-writer.ts";
import type { Made } from "../errors/made.ts";
import { serializedAs } from "../errors/unanswered.ts";
import { MAX_ENVELOPE_BYTES } from "../http/envelope-start.ts";
import { isSurelyFromUpstream } from "../http/from-upstream.ts";
import { mountingMistake, phaseOf, type RequestContext } from "../http/request-context.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import { mappingOfStatus } from "../recognize/index.ts";
import type { WithheldText } from "../reports/report.ts";
import { peek } from "../untrusted/peek.ts";
import { retryAfterSeconds } from "../untrusted/retry-after.ts";
import { FactsOfRequest } from "./mapping-context.ts";
import { withOwnText, writtenText } from "./own-messages.ts";
import type { Pipeline } from "./pipeline.ts";
import { isJsonRpc, protocolOf } from "./protocols.ts";
import type { RequestState } from "./request-state.ts";
import { resolveStated } from "./resolve-contract-error.ts";
import { internalError, type ResolvedError, resolveMapping } from "./resolved-error.ts";

/** How many UTF-16 code units of a replaced body the report keeps. */
const REPORTED_BODY = 2_000;

/** Returns the response that replaces one written by other code; `undefined` if that response may be sent unchanged. */
export function replaceIntercepted(
  pipeline: Pipeline,
  intercepted: InterceptedResponse,
  context: RequestContext,
): ErrorResponse | undefined {
  const { status, body } = intercepted;
  const state = pipeline.state(context);
  const sent = serializedAs(body, state.startedAt);
  if (sent !== undefined) {
    const resolved = pipeline.resolve(sent, context);
    const misuse = resolved.misuse ?? sentAsBody(status);
    return respondUnlessGone(pipeline, { ...resolved, misuse }, state, sent, intercepted);
  }
  const resolved = resolveIntercepted(pipeline, intercepted, context);
  if (resolved === undefined) return undefined;
  if (isPassedThrough(pipeline, intercepted)) {
    // The service's own response already reports the error that it made.
    state.takeUnanswered();
    pipeline.reportPassed({ ...resolved, withheld: [] }, state);
    return undefined;
  }
  const lost = resolved.origin === "catalog" ? undefined : state.takeUnanswered();
  const misuse =
    lost === undefined
      ? (resolved.misuse ?? advice(pipeline, intercepted, context))
      : lostError(lost, status, mountingMistake(context));
  const advised = misuse === resolved.misuse ? resolved : { ...resolved, misuse };
  return respondUnlessGone(pipeline, advised, state, undefined, intercepted);
}

/** Returns the response that replaces another one. If the client has left, reports that, and lets the other one go. */
function respondUnlessGone(
  pipeline: Pipeline,
  resolved: ResolvedError,
  state: RequestState,
  thrown: unknown,
  intercepted: InterceptedResponse,
): ErrorResponse | undefined {
  if (phaseOf(state.context) !== "gone") return pipeline.respond(resolved, state, thrown, intercepted);
  pipeline.reportAborted(resolved, state, thrown);
  return undefined;
}

/** Whether an error is sent as the service wrote it. Without its `id`, a caller cannot match a JSON-RPC response. */
function isPassedThrough({ settings }: Pipeline, intercepted: InterceptedResponse): boolean {
  return !settings.replaceJsonRpc && isJsonRpc(intercepted);
}

/** Returns advice about a copy, or a response of another protocol, the first time that one is replaced on a route. */
function advice(
  { catalog, protocolAdvice }: Pipeline,
  intercepted: InterceptedResponse,
  context: RequestContext,
): string | undefined {
  if (peek(intercepted, "isFetched") === true || isSurelyFromUpstream(intercepted.header))
    return protocolAdvice.firstCopy(catalog.vendor, context);
  const protocol = protocolOf(intercepted);
  return protocol === undefined ? undefined : protocolAdvice.first(protocol, context);
}

/** Reports a response that it was too late to replace: an envelope with a success status, or an error past the adapter. */
export function reportTooLate(pipeline: Pipeline, intercepted: InterceptedResponse, context: RequestContext): void {
  const resolved = resolveIntercepted(pipeline, intercepted, context);
  if (resolved === undefined) return;
  const { status } = intercepted;
  const misuse = status < 400 ? misplaced(status) : pastAdapter(status);
  const state = pipeline.state(context);
  pipeline.report({ ...resolved, misuse }, state, undefined, "late", pipeline.shownCode(resolved, state));
}

/** Reports an error that was made during a request whose response ended as a success. Any other response was already reported. */
export function reportUnanswered(pipeline: Pipeline, state: RequestState): void {
  const made = state.isReported ? undefined : state.takeUnanswered();
  if (made === undefined) return;
  const { catalog, settings } = pipeline;
  const resolved = resolveStated(made, catalog, settings.sanitizer, true);
  pipeline.report(resolved, state, undefined, "unanswered", pipeline.shownCode(resolved, state));
}

function sentAsBody(status: number): string {
  return `an error of the catalog was sent as a body with status ${status}; throw it, or hand it to the framework as an error`;
}

function lostError(
  { code }: Made,
  status: number,
  reason = "let the error reach the contract's error handler",
): string {
  return `"${code}" was made while this request ran, and something else answered with ${status}: ${reason}`;
}

function misplaced(status: number): string {
  return `an envelope was written with status ${status}; throw the error or set its status`;
}

function pastAdapter(status: number): string {
  return `status ${status} was written to the server's own response, which the contract cannot replace; throw an error, or return a Response`;
}

/** Resolves a response; `undefined` if it is outside the contract: a 1xx, a 3xx, or a 2xx without an envelope. */
function resolveIntercepted(
  pipeline: Pipeline,
  intercepted: InterceptedResponse,
  context: RequestContext,
): ResolvedError | undefined {
  const { status, body } = intercepted;
  const success = status >= 200 && status < 300;
  if (!success && status < 400) return undefined;
  const envelope = parseEnvelope(body);
  // Adapters keep only the beginning of a longer body.
  if (envelope !== undefined && utf8Length(body) < MAX_ENVELOPE_BYTES)
    return resolveEnvelope(pipeline, envelope, intercepted, context, success);
  return success ? undefined : resolveStatus(pipeline, intercepted, context);
}

function resolveEnvelope(
  pipeline: Pipeline,
  { error }: Envelope,
  intercepted: InterceptedResponse,
  context: RequestContext,
  success: boolean,
): ResolvedError {
  const { catalog, settings } = pipeline;
  const { status } = intercepted;
  const retryAfter = retryAfterSeconds(intercepted.header("retry-after"));
  const code = currentCode(error.code, catalog);
  const detail = declaredDetail(catalog.definition(code)?.detail, error.detail);
  const stated = { ...error, code, detail, status, retryAfter, relayed: undefined, misuse: undefined };
  const resolved = resolveStated(stated, catalog, settings.sanitizer);
  if (success) {
    return { ...resolved, misuse: resolved.misuse ?? misplaced(status) };
  }
  if (resolved.code !== code) {
    const isForeign = catalog.definition(code) === undefined;
    const misuse = isForeign ? `${resolved.misuse}, or relay it if another service sent it` : resolved.misuse;
    return { ...resolveStatus(pipeline, intercepted, context), misuse };
  }
  if (resolved.status === status) return resolved;
  return {
    ...resolved,
    misuse:
      resolved.misuse ?? `"${resolved.code}" was written with status ${status}; it is sent with ${resolved.status}`,
  };
}

/** Returns the contract's name for a code that was already written as older clients see it. */
function currentCode(code: string, catalog: AnyCatalog): string {
  if (catalog.definition(code) !== undefined || !code.startsWith(`${catalog.vendor}_`)) return code;
  return code.slice(catalog.vendor.length + 1);
}

function resolveStatus(
  { catalog, settings }: Pipeline,
  intercepted: InterceptedResponse,
  context: RequestContext,
): ResolvedError {
  const { status, body } = intercepted;
  const extras = { recognizer: "written response", withheld: replacedBody(body) };
  if (status > 599) return internalError(catalog, { ...extras, misuse: `${status} is not an HTTP status` });
  const retryAfter = retryAfterSeconds(intercepted.header("retry-after"));
  const mapping = mappingOfStatus(status, new FactsOfRequest(context, intercepted));
  const resolved = resolveMapping(mapping, catalog, { ...extras, retryAfter });
  if (!settings.exposeMessages) return resolved;
  return withOwnText(resolved, mapping.code, writtenText(intercepted), settings.sanitizer);
}

function replacedBody(body: string): readonly WithheldText[] {
  return body === "" ? [] : [{ what: "body", text: body.slice(0, REPORTED_BODY) }];
}
