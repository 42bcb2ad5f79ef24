import type { AdapterContract } from "@uhp-errors/core/adapter";
import { beginsAsError, EnvelopeDetector, MAX_ENVELOPE_BYTES, startsAsError } from "@uhp-errors/core/internal";
import { answerIn, isOwn } from "./answers.ts";
import { envelopeIn, mayBeEnvelope } from "./envelope-in-success.ts";
import { replacementOf, tidied } from "./foreign-error.ts";
import { isServed, type Opened, type Whole } from "./held.ts";
import { answerWith, type Exchange } from "./request-context.ts";
import { statusOf } from "./runtime.ts";
import { isError, isInformational, isStatus } from "./status.ts";
import { isFetched, stamped, withHeaders, written } from "./written.ts";

/**
 * Returns what leaves in place of a response whose whole body is there. Then nothing is read, so nothing is waited for.
 * `undefined` for any other response, which must be read.
 */
export function finalizeWhole(
  contract: AdapterContract,
  { response, body }: Opened,
  context: Exchange,
): Response | undefined {
  const status = statusOf(response);
  if (body === undefined || !isStatus(status) || isInformational(status)) return undefined;
  if (isOwn(response)) {
    const answer = answerIn(response);
    return answer === undefined ? response : tidied(answer, response);
  }
  return isError(status)
    ? wholeError(contract, response, body, context)
    : wholeSuccess(contract, response, body, context);
}

function wholeSuccess(contract: AdapterContract, response: Response, body: Whole, context: Exchange): Response {
  if (body !== null && beginsAsError(body) && mayBeEnvelope(response, body)) {
    const suspect = new EnvelopeDetector(startsAsError);
    suspect.add(typeof body === "string" ? new TextEncoder().encode(body) : body);
    const replacement = envelopeIn(contract, response, suspect, true, context);
    if (replacement !== undefined) return replacement;
  }
  // A response of srvx was just made anew. Others are copied, because the service may return them again.
  return isServed(response)
    ? withHeaders(response, contract.headers(context), isFetched(response))
    : stamped(contract, response, body, context);
}

function wholeError(
  contract: AdapterContract,
  response: Response,
  body: Whole,
  context: Exchange,
): Response | undefined {
  // Middleware may have copied a contract's response.
  if (answerWith(statusOf(response), context) !== undefined) return undefined;
  const text = body ?? "";
  if (typeof text !== "string" || text.length > MAX_ENVELOPE_BYTES) return undefined;
  if (text !== "" && response.headers.has("content-encoding")) return undefined;
  const replacement = replacementOf(contract, response, written(response, text, true), context);
  return replacement ?? stamped(contract, response, text, context);
}
