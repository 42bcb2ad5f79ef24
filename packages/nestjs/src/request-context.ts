import type { RequestContext } from "@uhp-errors/core";
import { requestContext as contextOf } from "@uhp-errors/node";
import { type NestRequest, type NestResponse, nodeRequest, nodeResponse } from "./native.ts";

/**
 * The request context that methods of a contract take. Works on both platforms.
 *
 * @example
 * return contract.task.failed(task.response, thrown, requestContext(request, response));
 */
export function requestContext(request: NestRequest, response: NestResponse): RequestContext {
  return contextOf(nodeRequest(request), nodeResponse(response));
}
