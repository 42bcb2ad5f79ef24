import { isBearerAsked } from "../access/bearer.ts";
import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { RetryRule } from "../codes/index.ts";
import { type ErrorObject, makeErrorObject } from "../errors/error-object.ts";
import { allowedMethods } from "../http/allow.ts";
import { REQUEST_ID_HEADER, writeHeaders } from "../http/error-headers.ts";
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
 * @param settings Which of the headers that the service has set stay.
 */
export function errorResponse(
  resolved: ResolvedError,
  facts: CodeFacts,
  state: RequestState,
  context: RequestContext,
  intercepted: InterceptedResponse | undefined,
  { keepsHeader }: Pick<Settings, "keepsHeader">,
): ErrorResponse {
  const { status, message, param, detail } = resolved;
  const { statedWait } = facts;
  const { text, bytes } = facts.envelope.write(message, param, shownDetail(resolved, state));
  const retryAfter =
    resolved.retryAfter ??
    (statedWait === "time" ? retryAfterSeconds(alreadySet("retry-after", context, intercepted)) : undefined);
  const waitMs = statedWait === undefined ? undefined : waitOf(status, detail, retryAfter);
  // A vendor's own 401 asks for a bearer token if the request was asked for one.
  const challenge =
    resolved.challenge ?? facts.challenge ?? (status === 401 && isBearerAsked(context) ? "Bearer" : undefined);
  const isChallenged = alreadySet("www-authenticate", context, intercepted) !== undefined;
  const values = {
    "Content-Length": String(bytes),
    [VERSION_HEADER]: state.version,
    [REQUEST_ID_HEADER]: state.correlationId,
    "Retry-After": retryAfter === undefined ? undefined : String(Math.ceil(retryAfter)),
    "x-should-retry": String(isRepeatable(resolved.retry ?? resolved.definition.retry, context)),
    "retry-after-ms": waitMs === undefined ? undefined : String(waitMs),
    "WWW-Authenticate": isChallenged ? undefined : challenge,
    Allow: resolved.allow ?? allowedMethods(alreadySet("allow", context, intercepted)),
    "Content-Range": resolved.contentRange,
  };
  const optional = facts.optional && withOwn(facts.optional, context, intercepted, keepsHeader, status);
  return { status, headers: writeHeaders(facts.headers, optional ? { ...values, ...optional } : values), body: text };
}

/** A date of RFC 9745, or one of HTTP (RFC 9110, 5.6.7). */
const DATE = /^@\d{1,12}$|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Returns optional headers with what the service has set itself: its own dates, and its own links beside ours. */
function withOwn(
  optional: NonNullable<CodeFacts["optional"]>,
  context: RequestContext,
  intercepted: InterceptedResponse | undefined,
  keepsHeader: Settings["keepsHeader"],
  status: number,
): CodeFacts["optional"] {
  const headers = { ...optional };
  for (const name in optional) {
    const field = name.toLowerCase();
    const value = alreadySet(field, context, intercepted);
    const ours = headers[name] as string;
    if (value === undefined || !keepsHeader({ name: field, value, isOfReplaced: false, status })) continue;
    if (name === "Link") {
      // One of the contract's responses may have added the link already.
      headers[name] = value.includes(ours) ? value : `${value}, ${ours}`;
    } else if (DATE.test(value)) headers[name] = value; // What another service wrote may be no date.
  }
  return headers;
}

/** Returns a header that other code has set on the response, by its lower-case name. */
function alreadySet(
  name: string,
  context: RequestContext,
  intercepted: InterceptedResponse | undefined,
): string | undefined {
  return intercepted?.header(name) ?? responseHeader(context, name);
}

/** Returns the headers that every response carries, success or error. */
export function standingHeaders(
  { version, correlationId: id }: RequestState,
  { correlationId, ends }: Settings,
): Record<string, string> {
  const headers: Record<string, string> =
    correlationId === false ? { [VERSION_HEADER]: version } : { [VERSION_HEADER]: version, [REQUEST_ID_HEADER]: id };
  return Object.assign(headers, ends?.get(version));
}

/** Whether the client may repeat the request by itself. */
function isRepeatable(rule: RetryRule, context: RequestContext): boolean {
  const { method } = context;
  const hasIdempotencyKey = (header(context, "idempotency-key") ?? "") !== "";
  return mayRetry(rule, { method, hasIdempotencyKey });
}
