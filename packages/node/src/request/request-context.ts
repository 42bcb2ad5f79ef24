import type { ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { EXCHANGE, Exchange, type NodeRequest, type NodeRequestContext, type TrackedResponse } from "./exchange.ts";
import type { Framework } from "./framework.ts";

/**
 * What the contract needs to know of a request: one object for each, since the contract remembers by identity.
 *
 * @param framework Replaces what an earlier call for the same request gave.
 * @param handle The framework's own object for the request, which the methods of `framework` get.
 */
export function requestContext<Handle>(
  request: NodeRequest,
  response: ServerResponse,
  framework?: Framework<Handle>,
  handle?: Handle,
): NodeRequestContext {
  return exchangeOf(request, response, framework, handle);
}

/**
 * The headers to send along when the service calls another one for this request, so that one failure has one id in all services:
 * `x-request-id`, and `traceparent` and `tracestate` as they came. Never throws.
 *
 * @example
 * await fetch(url, { headers: traceHeaders(contract, request, response) });
 */
export function traceHeaders(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
): Readonly<Record<string, string>> {
  return contract.traceHeaders(requestContext(request, response));
}

/** The request context, with what only the interception is to see. */
export function exchangeOf<Handle>(
  request: NodeRequest,
  response: ServerResponse,
  framework?: Framework<Handle>,
  handle?: Handle,
): Exchange {
  const known = (response as TrackedResponse)[EXCHANGE];
  if (known !== undefined) {
    if (framework !== undefined) {
      known.framework = framework as Framework;
      known.handle = handle;
    }
    return known;
  }
  const made = new Exchange(request, response, framework as Framework | undefined, handle);
  (response as TrackedResponse)[EXCHANGE] = made;
  return made;
}
