import type { ServerResponse } from "node:http";
import type { RequestContext } from "@uhp-errors/core";
import { requestContext as contextOf, type NodeRequest } from "@uhp-errors/node";

/**
 * The request context that methods of a contract take.
 *
 * @example
 * response.json(contract.task.failed(task.response, thrown, requestContext(request, response)));
 */
export function requestContext(request: NodeRequest, response: ServerResponse): RequestContext {
  return contextOf(request, response);
}
