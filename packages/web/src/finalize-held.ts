import type { AdapterContract } from "@uhp-errors/core/adapter";
import { beginsAsError, MAX_ENVELOPE_BYTES } from "@uhp-errors/core/internal";
import { answerIn, isOwn, responseOf } from "./answers.ts";
import { keptHeaders, tidied } from "./finalize-error.ts";
import { heldBy } from "./held.ts";
import { answerWith, type Exchange } from "./request-context.ts";
import { isError, isInformational, isStatus } from "./status.ts";
import { withHeaders } from "./written.ts";

/**
 * Returns what leaves in place of a response that only holds the parts it was made of, if its whole body is there. Then
 * nothing is read, so nothing is waited for. `undefined` for any other response, which must be read.
 */
export function finalizeHeld(contract: AdapterContract, response: Response, context: Exchange): Response | undefined {
  const held = heldBy(response);
  if (held === undefined) return undefined;
  const [status, body, headers] = held;
  if (!isFinal(status)) return undefined;
  if (isError(status)) return heldError(contract, response, body, headers, context);
  if (typeof body === "string" || body instanceof Uint8Array) {
    // A success that begins like an envelope is rare, so it is read.
    return beginsAsError(body) ? undefined : restamped(contract, response, body as Whole, headers, context);
  }
  return body === null ? restamped(contract, response, body, headers, context) : undefined;
}

/** A body that is there as a whole. */
type Whole = string | Uint8Array<ArrayBuffer> | null;

function isFinal(status: unknown): status is number {
  return isStatus(status) && !isInformational(status);
}

function heldError(
  contract: AdapterContract,
  response: Response,
  body: unknown,
  given: unknown,
  context: Exchange,
): Response | undefined {
  if (isOwn(response)) return ownLeaving(response, given);
  // Middleware has copied a contract's response.
  if (answerWith(response.status, context) !== undefined) return undefined;
  const text = body ?? "";
  if (typeof text !== "string" || text.length > MAX_ENVELOPE_BYTES) return undefined;
  const { headers, status } = response;
  if (text !== "" && headers.has("content-encoding")) return undefined;
  const header = (name: string) => headers.get(name) ?? undefined;
  const error = contract.replace({ status, header, body: text, isWhole: true }, context);
  if (error === undefined) return restamped(contract, response, text, given, context);
  return responseOf(contract, error, context, keptHeaders(contract, response, error.status));
}

/**
 * Returns a response that a contract made. If it still holds its headers in their original form, no code has changed
 * them.
 */
function ownLeaving(response: Response, given: unknown): Response {
  const answer = answerIn(response);
  return answer === undefined || isRecord(given) ? response : tidied(answer, response);
}

/**
 * Makes a response of the same parts, with the contract's headers. The original does not change, because the service
 * may return it again. The status text is left to the server, as these classes leave it.
 */
function restamped(
  contract: AdapterContract,
  response: Response,
  body: Whole,
  given: unknown,
  context: Exchange,
): Response {
  const { status } = response;
  const stamp = contract.headers(context);
  if (isRecord(given) && !hasAny(given, stamp)) return new Response(body, { status, headers: { ...given, ...stamp } });
  return withHeaders(new Response(body, { status, headers: new Headers(response.headers) }), stamp, false);
}

/** Whether headers are a plain object. */
function isRecord(headers: unknown): headers is Readonly<Record<string, string>> {
  return typeof headers === "object" && headers !== null && Object.getPrototypeOf(headers) === Object.prototype;
}

/** Whether headers have one of the contract's names, ignoring case. */
function hasAny(headers: object, stamp: Readonly<Record<string, string>>): boolean {
  for (const name in headers) {
    for (const own in stamp) {
      if (name.length === own.length && name.toLowerCase() === own.toLowerCase()) return true;
    }
  }
  return false;
}
