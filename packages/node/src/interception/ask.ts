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

/** What streams fail with that are closed because the contract's answer took their place, or broke them off. */
const CLOSED: ReadonlySet<unknown> = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ERR_HTTP2_STREAM_ERROR"]);

/** The answer to what was thrown; `undefined` when it is too late for one. */
export function respondTo(contract: Contract, thrown: unknown, context: NodeRequestContext): ErrorResponse | undefined {
  const { answered, isBroken } = context as Exchange;
  if ((answered || isBroken) && CLOSED.has(peek(thrown, "code"))) return undefined;
  return ask(context, () => contract.respond(thrown, context));
}
