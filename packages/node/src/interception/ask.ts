import type { Contract, ErrorResponse } from "@uhp-errors/core";
import { peek } from "@uhp-errors/core/untrusted";
import type { Exchange, NodeRequestContext } from "../request/exchange.ts";

/**
 * Asks the contract what to answer. The service's hook hears of the failure before the answer leaves; what the hook itself
 * writes to the response meanwhile goes nowhere.
 */
export function ask<Answer>(context: NodeRequestContext, question: () => Answer): Answer {
  const exchange = context as Exchange;
  const { isAsking } = exchange;
  exchange.isAsking = true;
  const answer = question();
  exchange.isAsking = isAsking;
  return answer;
}

/** The answer to what was thrown; `undefined` when it is too late for one. */
export function respondTo(contract: Contract, thrown: unknown, context: NodeRequestContext): ErrorResponse | undefined {
  // A stream that is closed because another answer took its place has not failed.
  if ((context as Exchange).answered && peek(thrown, "code") === "ERR_STREAM_PREMATURE_CLOSE") return undefined;
  return ask(context, () => contract.respond(thrown, context));
}
