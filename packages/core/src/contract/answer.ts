import type { CatalogRows } from "../catalog/catalog.ts";
import type { ErrorObject } from "../contract-error.ts";
import { envelopeText } from "../envelope.ts";
import type { Fault } from "../fault.ts";
import { allowedMethods, retryAfterSeconds } from "../foreign/index.ts";
import { retryAdvice } from "../retry.ts";
import { codeForVersion } from "../versions/gate.ts";
import { VERSION_HEADER } from "../versions/known.ts";
import { header, type RequestFacts, type WireResponse } from "../wire.ts";
import { type Exchange, newId } from "./exchange.ts";
import type { Settings } from "./options.ts";

const BYTES = new TextEncoder();

/** The five fields of a fault as a client of the exchange's version sees them. */
export function errorObject(fault: Fault, exchange: Exchange, catalog: CatalogRows): ErrorObject {
  const { row, message, param, detail } = fault;
  return {
    type: row.type,
    code: codeForVersion(fault.code, row.since, exchange.version, catalog.vendor),
    message,
    param,
    detail: row.correlated ? { ...detail, correlation_id: exchange.correlationId } : detail,
  };
}

/** The finished answer to a fault. `already` reads what something else has set on the answer. */
export function answer(
  fault: Fault,
  error: ErrorObject,
  exchange: Exchange,
  facts: RequestFacts,
  settings: Settings,
  already: (name: string) => string | undefined,
): WireResponse {
  const body = envelopeText(error, settings.deprecatedDetail);
  const headers: Record<string, string> = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(BYTES.encode(body).length),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...stamp(exchange, settings),
    ...retryHeaders(fault, facts, settings, already("retry-after")),
  };
  const challenge = already("www-authenticate") === undefined ? challengeOf(fault) : undefined;
  if (challenge !== undefined) headers["WWW-Authenticate"] = challenge;
  const allow = fault.allow ?? allowedMethods(already("allow"));
  if (allow !== undefined) headers["Allow"] = allow;
  return { status: fault.status, headers, body };
}

/** RFC 6750, section 3. A 401 says no more than the scheme, so that it tells no token from another. */
function challengeOf({ code, row }: Fault): string | undefined {
  if (row.type === "authentication_error") return "Bearer";
  return code === "insufficient_scope" ? 'Bearer error="insufficient_scope"' : undefined;
}

/** The headers that every answer carries, a success as much as an error. */
export function stamp(exchange: Exchange, { correlation }: Settings): Record<string, string> {
  const version = { [VERSION_HEADER]: exchange.version };
  return correlation === false ? version : { ...version, "x-request-id": exchange.correlationId };
}

function retryHeaders(
  fault: Fault,
  facts: RequestFacts,
  { retryHints }: Settings,
  alreadyStated: string | undefined,
): Record<string, string> {
  const { row, code, status, detail, retry = row.retry } = fault;
  const headers: Record<string, string> = {};
  const waits = (status === 429 && row.retry === "retry_after") || status === 503;
  const retryAfter = fault.retryAfter ?? (waits ? retryAfterSeconds(alreadyStated) : undefined);
  if (waits && retryAfter !== undefined) headers["Retry-After"] = String(Math.ceil(retryAfter));
  if (!retryHints) return headers;

  const request = { method: facts.method, idempotencyKey: (header(facts, "idempotency-key") ?? "") !== "" };
  const advice = retryAdvice({ type: row.type, code, status, detail, retryAfter }, request, retry);
  headers["x-should-retry"] = String(advice.automatic);
  const stated = waits || row.retry === "session_terminal";
  if (stated && Object.hasOwn(advice, "waitMs")) headers["retry-after-ms"] = String(advice.waitMs);
  return headers;
}

/** An answer that depends on nothing that can fail: written out where making any other one failed. */
export function plainAnswer(vendor: string, version: string): WireResponse {
  const id = newId();
  const message = "The server failed to handle the request.";
  const detail = `{"correlation_id":"${id}"}`;
  const body = `{"error":{"type":"server_error","code":"${vendor}_internal_error","message":"${message}","param":null,"detail":${detail}}}`;
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(body.length),
    "Cache-Control": "no-store",
    [VERSION_HEADER]: version,
    "x-request-id": id,
    "x-should-retry": "false",
  };
  return { status: 500, headers, body };
}
