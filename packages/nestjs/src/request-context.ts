import type { Contract, RequestContext } from "@uhp-errors/core";
import { requestContext as contextOf } from "@uhp-errors/node";
import { type NestRequest, type NestResponse, nodeRequest, nodeResponse } from "./native.ts";

/**
 * Returns the request context, which a contract's methods take. Works on both platforms.
 *
 * @example
 * return contract.task.failed(task.response, thrown, requestContext(request, response));
 */
export function requestContext(request: NestRequest, response: NestResponse): RequestContext {
  return contextOf(nodeRequest(request), nodeResponse(response));
}

/**
 * Returns the headers to send when the service calls another one for this request, so that a failure has the same id in
 * all services: `x-request-id`, and `traceparent` and `tracestate` as received. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, request, response) });
 */
export function traceHeaders(
  contract: Contract,
  request: NestRequest,
  response: NestResponse,
): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(request, response));
}
