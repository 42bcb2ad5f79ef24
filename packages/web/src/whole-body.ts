import type { AdapterContract } from "@uhp-errors/core/adapter";
import {
  beginsAsError,
  EnvelopeDetector,
  isFromUpstream,
  MAX_ENVELOPE_BYTES,
  startsAsError,
  staysAsSet,
} from "@uhp-errors/core/internal";
import { answerIn, isOwn } from "./answers.ts";
import { envelopeIn, mayBeEnvelope } from "./envelope-in-success.ts";
import { replaceForeign, tidy } from "./foreign-error.ts";
import type { Opened, Whole } from "./held.ts";
import { type Exchange, findAnswerWithStatus } from "./request-context.ts";
import { statusOf } from "./runtime.ts";
import { isError, isInformational, isStatus } from "./status.ts";
import { readWritten, stamp } from "./written.ts";

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
    return answer === undefined ? response : tidy(answer, response);
  }
  return isError(status)
    ? wholeError(contract, response, body, context)
    : wholeSuccess(contract, opened, body, context);
}

function wholeSuccess(contract: AdapterContract, opened: Opened, body: Whole, context: Exchange): Response {
  // Without names, `add` is missing too: the response was not opened in a form that can take more fields.
  const { response, names } = opened;
  if (body !== null && beginsAsError(body) && mayBeEnvelope(response)) {
    const suspect = new EnvelopeDetector(startsAsError);
    suspect.add(typeof body === "string" ? new TextEncoder().encode(body) : body);
    const replacement = envelopeIn(contract, response, suspect, true, context);
    if (replacement !== undefined) return replacement;
  }
  const missing = names && missingHeaders(names, contract.headers(context));
  return (missing && opened.add?.(missing)) ?? stamp(contract, response, body, context);
}

/** The names of the headers that the contract may add to every response, in any case. */
const OURS = /^(?:uhp-version|x-request-id|deprecation|sunset)$/i;

/** Returns the contract's headers that a response does not have; `undefined` if one of its own must be replaced. */
function missingHeaders(
  names: readonly string[],
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  // Most responses have none of them. Then nothing is made.
  if (!names.some((name) => OURS.test(name))) return headers;
  const given = new Set(names.map((name) => name.toLowerCase()));
  const isForeign = isFromUpstream((name) => given.has(name));
  const missing: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!given.has(name.toLowerCase())) missing[name] = value;
    else if (!staysAsSet(name, isForeign)) return undefined;
  }
  return missing;
}

function wholeError(
  contract: AdapterContract,
  response: Response,
  body: Whole,
  context: Exchange,
): Response | undefined {
  // Middleware may have copied a contract's response.
  if (findAnswerWithStatus(statusOf(response), context) !== undefined) return undefined;
  const text = body ?? "";
  if (typeof text !== "string" || text.length > MAX_ENVELOPE_BYTES) return undefined;
  if (text !== "" && response.headers.has("content-encoding")) return undefined;
  const replacement = replaceForeign(contract, response, readWritten(response, text, true), context);
  return replacement ?? stamp(contract, response, text, context);
}
