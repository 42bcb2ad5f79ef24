import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { type ExpressRequest, facts } from "./exchange.ts";
import { OutgoingAnswer } from "./outgoing.ts";

/** Stamps a response and watches over what leaves through it, unless the request is none of the contract's business. */
export function guard(contract: Contract, request: ExpressRequest, response: ServerResponse): boolean {
  const exchange = facts(request, response);
  // After the head nothing can be stamped or replaced any more.
  if (response.headersSent || !contract.covers(exchange)) return false;
  const stamp = contract.stamp(exchange);
  for (const [name, value] of Object.entries(stamp)) response.setHeader(name, value);
  OutgoingAnswer.watch(response, { stamp, fill: (written) => contract.fill(written, exchange) });
  return true;
}
