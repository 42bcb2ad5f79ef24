import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { type FrameworkFacts, facts, type NodeRequest } from "./facts.ts";
import { watchResponse } from "./watch/index.ts";

/**
 * Watches over a response: its head gets the fields that every answer carries, bare or foreign errors are replaced, and so
 * is a failure that destroys the response before any of it has left. `false` when there is nothing to watch: the contract
 * does not apply to the request, or the head of an answer is written already.
 */
export function guard(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
  framework?: FrameworkFacts,
): boolean {
  const context = facts(request, response, framework);
  if (response.headersSent || !contract.covers(context)) return false;
  watchResponse(response, contract, context);
  return true;
}
