import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { RETRY_RULES } from "../codes/index.ts";
import { type ErrorObject, makeErrorObject } from "../errors/error-object.ts";
import { allowedMethods } from "../http/allow.ts";
import { header, type RequestContext, responseHeader } from "../http/request-context.ts";
import { isBearerAsked } from "../http/request-memory.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import { mayRetry, waitOf } from "../retry/advice.ts";
import { retryAfterSeconds } from "../untrusted/retry-after.ts";
import { codeForVersion } from "../versions/code-name.ts";
import { VERSION_HEADER } from "../versions/known.ts";
import type { CodeFacts } from "./code-facts.ts";
import type { Settings } from "./contract-options.ts";
import type { RequestState } from "./request-state.ts";
import type { ResolvedError } from "./resolved-error.ts";

/** The five fields of an error as a client of the request's version sees them. */
export function errorObject(resolved: ResolvedError, state: RequestState, catalog: AnyCatalog): ErrorObject {
  const { definition, message, param } = resolved;
  const code = codeForVersion(resolved.code, definition.since, state.version, catalog.vendor);
  return makeErrorObject(definition.type, code, message, param, shownDetail(resolved, state));
}

/** The detail that the client sees: where the cause is withheld, with the id by which the operator finds it. */
function shownDetail({ definition, detail }: ResolvedError, state: RequestState): ResolvedError["detail"] {
  return definition.correlated ? { ...detail, correlation_id: state.correlationId } : detail;
}

/**
 * The complete response to an error.
 *
 * @param facts What is known of the error's code in the request's version.
 * @param intercepted The response in whose place this one leaves, if any.
 */
export function errorResponse(
  resolved: ResolvedError,
  facts: CodeFacts,
  state: RequestState,
  context: RequestContext,
  settings: Settings,
  intercepted: InterceptedResponse | undefined,
): ErrorResponse {
  const { text, bytes } = facts.envelope.write(resolved.message, resolved.param, shownDetail(resolved, state));
  const headers = bodyHeaders(bytes);
  headers[VERSION_HEADER] = state.version;
  if (settings.correlationId !== false) headers["x-request-id"] = state.correlationId;
  setRetryHeaders(headers, resolved, facts, context, settings, intercepted);
  const challenge = resolved.challenge ?? facts.challenge ?? knownScheme(resolved, context);
  if (challenge !== undefined && alreadySet("www-authenticate", context, intercepted) === undefined) {
    headers["WWW-Authenticate"] = challenge;
  }
  const allow = resolved.allow ?? allowedMethods(alreadySet("allow", context, intercepted));
  if (allow !== undefined) headers["Allow"] = allow;
  return { status: resolved.status, headers, body: text };
}

/** The scheme of a vendor's own 401 where the request was asked for a bearer token. Where no scheme is known, none is invented. */
function knownScheme({ status }: ResolvedError, context: RequestContext): string | undefined {
  return status === 401 && isBearerAsked(context) ? "Bearer" : undefined;
}

/** A header that something else has set on the response, by its lower-case name. */
function alreadySet(
  name: string,
  context: RequestContext,
  intercepted: InterceptedResponse | undefined,
): string | undefined {
  return intercepted?.header(name) ?? responseHeader(context, name);
}

/** The headers that describe an envelope of some bytes. */
export function bodyHeaders(bytes: number): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(bytes),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

/** The headers that every response carries, a success as much as an error. */
export function standingHeaders(state: RequestState, { correlationId }: Settings): Record<string, string> {
  if (correlationId === false) return { [VERSION_HEADER]: state.version };
  return { [VERSION_HEADER]: state.version, "x-request-id": state.correlationId };
}

function setRetryHeaders(
  headers: Record<string, string>,
  { status, detail, retryAfter: stated, retry, definition }: ResolvedError,
  { statedWait }: CodeFacts,
  context: RequestContext,
  { retryHints }: Settings,
  intercepted: InterceptedResponse | undefined,
): void {
  const isOwnWait = (status === 429 && statedWait === "a time") || status === 503;
  const waits = isOwnWait || statedWait === "another service's time";
  const retryAfter =
    stated ?? (isOwnWait ? retryAfterSeconds(alreadySet("retry-after", context, intercepted)) : undefined);
  if (waits && retryAfter !== undefined) headers["Retry-After"] = String(Math.ceil(retryAfter));
  if (!retryHints) return;

  headers["x-should-retry"] = isRepeatable(retry ?? definition.retry, context) ? "true" : "false";
  if (!waits && statedWait !== "an estimate") return;
  const waitMs = waitOf(status, detail, retryAfter);
  if (waitMs !== undefined) headers["retry-after-ms"] = String(waitMs);
}

/** Of the request, only what the rule depends on is read. */
function isRepeatable(rule: keyof typeof RETRY_RULES, context: RequestContext): boolean {
  if (!RETRY_RULES[rule].automatic) return false;
  const { method } = context;
  const hasIdempotencyKey = (header(context, "idempotency-key") ?? "") !== "";
  return mayRetry(rule, { method, hasIdempotencyKey });
}
