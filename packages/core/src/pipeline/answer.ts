import { isBearerAsked } from "../access/bearer.ts";
import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { RETRY_RULES } from "../codes/index.ts";
import { type ErrorObject, makeErrorObject } from "../errors/error-object.ts";
import { allowedMethods } from "../http/allow.ts";
import { header, type RequestContext, responseHeader } from "../http/request-context.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import { mayRetry, waitOf } from "../retry/advice.ts";
import { retryAfterSeconds } from "../untrusted/retry-after.ts";
import { codeForVersion } from "../versions/code-name.ts";
import { VERSION_HEADER } from "../versions/known.ts";
import type { CodeFacts } from "./code-facts.ts";
import type { Settings } from "./contract-options.ts";
import type { RequestState } from "./request-state.ts";
import type { ResolvedError } from "./resolved-error.ts";

/** Returns the five fields of an error as a client of the request's version sees them. */
export function errorObject(resolved: ResolvedError, state: RequestState, catalog: AnyCatalog): ErrorObject {
  const { definition, message, param } = resolved;
  const code = codeForVersion(resolved.code, definition.since, state.version, catalog.vendor);
  return makeErrorObject(definition.type, code, message, param, shownDetail(resolved, state));
}

/** Returns the detail that the client sees. If the cause is withheld, it includes the id by which the operator finds the cause. */
function shownDetail({ definition, detail }: ResolvedError, state: RequestState): ResolvedError["detail"] {
  return definition.correlated ? { ...detail, correlation_id: state.correlationId } : detail;
}

/**
 * Makes the complete response to an error.
 *
 * @param facts The facts of the error's code in the request's version.
 * @param intercepted The response that this one replaces, if any.
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
  if (resolved.contentRange !== undefined) headers["Content-Range"] = resolved.contentRange;
  return { status: resolved.status, headers, body: text };
}

/** Returns `Bearer` for a vendor's own 401 if the request was asked for a bearer token. Otherwise the scheme is unknown. */
function knownScheme({ status }: ResolvedError, context: RequestContext): string | undefined {
  return status === 401 && isBearerAsked(context) ? "Bearer" : undefined;
}

/** Returns a header that other code has set on the response, by its lower-case name. */
function alreadySet(
  name: string,
  context: RequestContext,
  intercepted: InterceptedResponse | undefined,
): string | undefined {
  return intercepted?.header(name) ?? responseHeader(context, name);
}

/** Returns the headers that describe an envelope of the given length in bytes. */
export function bodyHeaders(bytes: number): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(bytes),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Returns the headers that every response carries, success or error. */
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
  if (retryHints.shouldRetry) {
    headers["x-should-retry"] = isRepeatable(retry ?? definition.retry, context) ? "true" : "false";
  }
  if (!retryHints.retryAfterMs) return;
  if (!waits && statedWait !== "an estimate") return;
  const waitMs = waitOf(status, detail, retryAfter);
  if (waitMs !== undefined) headers["retry-after-ms"] = String(waitMs);
}

/** Whether the client may repeat the request by itself. Reads only the parts of the request that the rule depends on. */
function isRepeatable(rule: keyof typeof RETRY_RULES, context: RequestContext): boolean {
  if (!RETRY_RULES[rule].automatic) return false;
  const { method } = context;
  const hasIdempotencyKey = (header(context, "idempotency-key") ?? "") !== "";
  return mayRetry(rule, { method, hasIdempotencyKey });
}
