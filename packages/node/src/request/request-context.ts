import type { ServerResponse } from "node:http";
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

/** The same, with what only the interception is to see. */
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
