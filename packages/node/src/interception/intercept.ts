import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import type { NodeRequest } from "../request/exchange.ts";
import type { Framework } from "../request/framework.ts";
import { exchangeOf } from "../request/request-context.ts";
import { Responder } from "../response/responder.ts";
import { interceptResponse } from "./index.ts";

/**
 * Intercepts a response: it gets the contract's headers, errors that are not the contract's are replaced, and a failure that
 * destroys the response before any of it was sent is answered. Call it as early as possible.
 *
 * @param framework What an adapter knows of its framework's requests: one object for all of them.
 * @param handle The framework's own object for this request, which the methods of `framework` get.
 * @returns What answers the request; `undefined` when the contract does not apply to it, or when the response has begun.
 */
export function intercept<Handle>(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
  framework?: Framework<Handle>,
  handle?: Handle,
): Responder | undefined {
  const context = exchangeOf(request, response, framework, handle);
  if (response.headersSent || !contract.appliesTo(context)) return undefined;
  interceptResponse(context, contract);
  return new Responder(contract, context);
}
