import type { Contract } from "@uhp-errors/core";
import { MAX_ENVELOPE_BYTES } from "@uhp-errors/core/adapter";
import { isOwn, responseOf } from "./answers.ts";
import { keptHeaders, tidied } from "./error-leaving.ts";
import { heldBy } from "./held.ts";
import { answerOf, type Exchange } from "./request-context.ts";
import { isError, isInformational, isStatus } from "./status.ts";
import { beginsAsEnvelope } from "./suspect.ts";
import { withHeaders } from "./written.ts";

/**
 * What leaves in place of a response that only holds what it was made of, when its whole body can be seen: nothing has to be read, so
 * nothing has to be waited for. `undefined` for any other response, which must be read.
 */
export function heldLeaving(contract: Contract, response: Response, context: Exchange): Response | undefined {
  const held = heldBy(response);
  if (held === undefined) return undefined;
  const [status, body, headers] = held;
  if (!isFinal(status)) return undefined;
  if (isError(status)) return heldError(contract, response, body, headers, context);
  if (typeof body === "string" || body instanceof Uint8Array) {
    // An envelope in a success is seldom enough to be read.
    return beginsAsEnvelope(body) ? undefined : restamped(contract, response, body as Whole, headers, context);
  }
  return body === null ? restamped(contract, response, body, headers, context) : undefined;
}

/** A body of which nothing is still to come. */
type Whole = string | Uint8Array<ArrayBuffer> | null;

function isFinal(status: unknown): status is number {
  return isStatus(status) && !isInformational(status);
}

function heldError(
  contract: Contract,
  response: Response,
  body: unknown,
  given: unknown,
  context: Exchange,
): Response | undefined {
  if (isOwn(contract, response)) return ownLeaving(contract, response, given, context);
  // Middleware has made another response of the contract's answer.
  if (answerOf(context, contract)?.status === response.status) return undefined;
  const text = body ?? "";
  if (typeof text !== "string" || text.length > MAX_ENVELOPE_BYTES) return undefined;
  const { headers, status } = response;
  if (text !== "" && headers.has("content-encoding")) return undefined;
  const header = (name: string) => headers.get(name) ?? undefined;
  const error = contract.replace({ status, header, body: text, isWhole: true }, context);
  if (error === undefined) return restamped(contract, response, text, given, context);
  return responseOf(contract, error, context, keptHeaders(contract, response, error.status));
}

/** The contract's own answer. Headers that are still held as they were given were not changed. */
function ownLeaving(contract: Contract, response: Response, given: unknown, context: Exchange): Response {
  const answer = answerOf(context, contract);
  const isUntouched = answer?.status !== response.status || isRecord(given);
  return isUntouched ? response : tidied(contract, answer, response);
}

/**
 * A response of the same parts, with the contract's headers. One that was not read can be returned again, so it stays as it is. A class
 * that holds parts leaves the words of a status to the server.
 */
function restamped(contract: Contract, response: Response, body: Whole, given: unknown, context: Exchange): Response {
  const { status } = response;
  const stamp = contract.headers(context);
  if (isRecord(given) && !hasAny(given, stamp)) return new Response(body, { status, headers: { ...given, ...stamp } });
  return withHeaders(new Response(body, { status, headers: new Headers(response.headers) }), stamp, false);
}

/** Headers by their names, as a literal gives them. */
function isRecord(headers: unknown): headers is Readonly<Record<string, string>> {
  return typeof headers === "object" && headers !== null && Object.getPrototypeOf(headers) === Object.prototype;
}

/** Whether headers have one of the stamp's names, in any case. */
function hasAny(headers: object, stamp: Readonly<Record<string, string>>): boolean {
  for (const name in headers) {
    for (const own in stamp) {
      if (name.length === own.length && name.toLowerCase() === own.toLowerCase()) return true;
    }
  }
  return false;
}
