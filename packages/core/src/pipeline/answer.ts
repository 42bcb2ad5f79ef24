import type { AnyCatalog } from "../catalog/catalog.ts";
import { RETRY_RULES, type WaitsFor } from "../codes/index.ts";
import { envelopeText } from "../errors/envelope.ts";
import { type ErrorObject, makeErrorObject } from "../errors/error-object.ts";
import { allowedMethods } from "../http/allow.ts";
import { header, type RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import { retryAdvice } from "../retry/advice.ts";
import { retryAfterSeconds } from "../untrusted/retry-after.ts";
import { codeForVersion } from "../versions/code-name.ts";
import { VERSION_HEADER } from "../versions/known.ts";
import type { Settings } from "./contract-options.ts";
import type { RequestState } from "./request-state.ts";
import type { ResolvedError } from "./resolved-error.ts";

const BYTES = new TextEncoder();

/** The five fields of an error as a client of the request's version sees them. */
export function errorObject(resolved: ResolvedError, state: RequestState, catalog: AnyCatalog): ErrorObject {
  const { definition, message, param, detail } = resolved;
  const code = codeForVersion(resolved.code, definition.since, state.version, catalog.vendor);
  const shown = definition.correlated ? { ...detail, correlation_id: state.correlationId } : detail;
  return makeErrorObject(definition.type, code, message, param, shown);
}

/** The complete response to an error. `alreadySet` reads headers that something else has set on the response. */
export function errorResponse(
  resolved: ResolvedError,
  error: ErrorObject,
  state: RequestState,
  context: RequestContext,
  settings: Settings,
  alreadySet: (name: string) => string | undefined,
): ErrorResponse {
  const body = envelopeText(error, settings.deprecatedDetail);
  const headers: Record<string, string> = {
    ...bodyHeaders(body),
    ...standingHeaders(state, settings),
    ...retryHeaders(resolved, context, settings, alreadySet("retry-after")),
  };
  const challenge = alreadySet("www-authenticate") === undefined ? challengeOf(resolved) : undefined;
  if (challenge !== undefined) headers["WWW-Authenticate"] = challenge;
  const allow = resolved.allow ?? allowedMethods(alreadySet("allow"));
  if (allow !== undefined) headers["Allow"] = allow;
  return { status: resolved.status, headers, body };
}

/** The headers that describe an envelope. */
export function bodyHeaders(body: string): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(BYTES.encode(body).length),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

/** RFC 6750, section 3. A 401 names the scheme and nothing else, so that it tells no token from another. */
function challengeOf({ code, definition }: ResolvedError): string | undefined {
  if (definition.type === "authentication_error") return "Bearer";
  return code === "insufficient_scope" ? 'Bearer error="insufficient_scope"' : undefined;
}

/** The headers that every response carries, a success as much as an error. */
export function standingHeaders(state: RequestState, { correlationId }: Settings): Record<string, string> {
  if (correlationId === false) return { [VERSION_HEADER]: state.version };
  return { [VERSION_HEADER]: state.version, "x-request-id": state.correlationId };
}

/** What the headers say of a wait, by what a retry waits for: the compiler asks it of a new kind of wait. */
const STATES: Readonly<Record<NonNullable<WaitsFor> | "nothing", "a time" | "an estimate" | undefined>> = {
  retry_after: "a time",
  session: "an estimate",
  backoff: undefined,
  caller: undefined,
  nothing: undefined,
};

function retryHeaders(
  resolved: ResolvedError,
  context: RequestContext,
  { retryHints }: Settings,
  alreadyStated: string | undefined,
): Record<string, string> {
  const { definition, code, status, detail, retry = definition.retry } = resolved;
  const headers: Record<string, string> = {};
  const { waitsFor } = RETRY_RULES[definition.retry];
  const waits = (status === 429 && STATES[waitsFor ?? "nothing"] === "a time") || status === 503;
  const retryAfter = resolved.retryAfter ?? (waits ? retryAfterSeconds(alreadyStated) : undefined);
  if (waits && retryAfter !== undefined) headers["Retry-After"] = String(Math.ceil(retryAfter));
  if (!retryHints) return headers;

  const request = { method: context.method, hasIdempotencyKey: (header(context, "idempotency-key") ?? "") !== "" };
  const advice = retryAdvice({ type: definition.type, code, status, detail, retryAfter }, request, retry);
  headers["x-should-retry"] = String(advice.automatic);
  const isStated = waits || STATES[waitsFor ?? "nothing"] === "an estimate";
  if (isStated && Object.hasOwn(advice, "waitMs")) headers["retry-after-ms"] = String(advice.waitMs);
  return headers;
}
