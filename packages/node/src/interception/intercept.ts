import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { type FrameworkContext, type NodeRequest, requestContext } from "../request/request-context.ts";
import { Responder } from "../response/responder.ts";
import { interceptResponse } from "./index.ts";

/**
 * Intercepts a response: it gets the contract's headers, errors that are not the contract's are replaced, and a failure that
 * destroys the response before any of it was sent is answered. Call it as early as possible.
 *
 * @returns What answers the request; `undefined` when the contract does not apply to it, or when the response has begun.
 */
export function intercept(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
  framework?: FrameworkContext,
): Responder | undefined {
  const context = requestContext(request, response, framework);
  if (response.headersSent || !contract.appliesTo(context)) return undefined;
  interceptResponse(response, contract, context);
  return new Responder(contract, context);
}
