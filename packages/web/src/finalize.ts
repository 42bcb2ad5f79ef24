import type { AdapterContract } from "@uhp-errors/core/adapter";
import { answerIn, answerTo, isOwn } from "./answers.ts";
import { finalizeSuccess } from "./envelope-in-success.ts";
import { finalizeAnswer, finalizeError } from "./foreign-error.ts";
import { finalizeNative } from "./native-success.ts";
import { type Exchange, findAnswerWithStatus } from "./request-context.ts";
import { findMisuse, SERVES_BY_ITSELF, statusOf } from "./runtime.ts";
import { isError, isInformational } from "./status.ts";

/**
 * Returns what leaves in place of a handler's response: the same response with the contract's headers, or one that a
 * contract made.
 */
export async function finalizeResponse(
  contract: AdapterContract,
  response: Response,
  context: Exchange,
): Promise<Response> {
  const misuse = findMisuse(response);
  if (misuse !== undefined) return answerTo(contract, new TypeError(misuse), context);
  const status = statusOf(response);
  // The runtime takes over the connection, and recognizes its own object for that.
  if (isInformational(status)) return response;
  const answer = answerIn(response) ?? findAnswerWithStatus(status, context);
  if (answer !== undefined) return finalizeAnswer(answer, response, context);
  if (isOwn(response)) return response;
  if (!isError(status) && SERVES_BY_ITSELF) return finalizeNative(contract, response, context);
  if (response.bodyUsed || response.body?.locked) {
    return answerTo(contract, new TypeError("the handler returned a response whose body was read"), context);
  }
  return isError(status) ? finalizeError(contract, response, context) : finalizeSuccess(contract, response, context);
}
