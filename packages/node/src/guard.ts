import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { type FrameworkFacts, facts, type NodeRequest } from "./facts.ts";
import { OutgoingAnswer } from "./outgoing.ts";

/**
 * Stamps a response with the headers that every answer carries and watches over what leaves through it: bare or foreign
 * errors are replaced, and so is a failure that destroys the response before any of it has left. `false` when there is
 * nothing to watch: the contract does not cover the request, or the head of an answer is already on the wire.
 */
export function guard(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
  framework?: FrameworkFacts,
): boolean {
  const exchange = facts(request, response, framework);
  if (response.headersSent || !contract.covers(exchange)) return false;
  const stamp = contract.stamp(exchange);
  for (const [name, value] of Object.entries(stamp)) response.setHeader(name, value);
  OutgoingAnswer.watch(response, {
    stamp,
    fill: (written) => contract.fill(written, exchange),
    fail: (thrown) => contract.respond(thrown, exchange),
  });
  return true;
}
