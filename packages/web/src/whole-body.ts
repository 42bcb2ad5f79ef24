import type { AdapterContract } from "@uhp-errors/core/adapter";
import { beginsAsError, EnvelopeDetector, MAX_ENVELOPE_BYTES, startsAsError } from "@uhp-errors/core/internal";
import { answerIn, isOwn } from "./answers.ts";
import { envelopeIn, mayBeEnvelope } from "./envelope-in-success.ts";
import { replacementOf, tidied } from "./foreign-error.ts";
import type { Opened, Whole } from "./held.ts";
import { answerWith, type Exchange } from "./request-context.ts";
import { statusOf } from "./runtime.ts";
import { isError, isInformational, isStatus } from "./status.ts";
import { stamped, written } from "./written.ts";

/**
 * Returns what leaves in place of a response whose whole body is there. Then nothing is read, so nothing is waited for.
 * `undefined` for any other response, which must be read.
 */
export function finalizeWhole(contract: AdapterContract, opened: Opened, context: Exchange): Response | undefined {
  const { response, body } = opened;
  const status = statusOf(response);
  if (body === undefined || !isStatus(status) || isInformational(status)) return undefined;
  if (isOwn(response)) {
    const answer = answerIn(response);
    return answer === undefined ? response : tidied(answer, response);
  }
  return isError(status)
    ? wholeError(contract, response, body, context)
    : wholeSuccess(contract, opened, body, context);
}

function wholeSuccess(contract: AdapterContract, opened: Opened, body: Whole, context: Exchange): Response {
  const { response, names } = opened;
  if (body !== null && beginsAsError(body) && mayBeEnvelope(response)) {
    const suspect = new EnvelopeDetector(startsAsError);
    suspect.add(typeof body === "string" ? new TextEncoder().encode(body) : body);
    const replacement = envelopeIn(contract, response, suspect, true, context);
    if (replacement !== undefined) return replacement;
  }
  const headers = contract.headers(context);
  const added = names !== undefined && !hasAny(names, headers) ? opened.add?.(headers) : undefined;
  return added ?? stamped(contract, response, body, context);
}

/** Whether one of the names is a contract's, ignoring case. */
function hasAny(names: readonly string[], headers: Readonly<Record<string, string>>): boolean {
  return names.some((name) => {
    for (const own in headers) {
      if (name.length === own.length && name.toLowerCase() === own.toLowerCase()) return true;
    }
    return false;
  });
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
