import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { stream as fastifyStream } from "@uhp-errors/fastify";
import { stream as nodeStream } from "@uhp-errors/node";
import { fastifyPair, type NestRequest, type NestResponse, nodeRequest, nodeResponse } from "./native.ts";

/**
 * Opens a stream of server-sent events as the response to a request. Inject the response with `@Res()` and without
 * `passthrough`, so that Nest itself sends nothing.
 *
 * @example
 * const events = stream(contract, request, response, { response: task });
 */
export function stream(
  contract: Contract,
  request: NestRequest,
  response: NestResponse,
  options: StreamOptions,
): EventStream {
  const pair = fastifyPair(request, response);
  if (pair !== undefined) return fastifyStream(contract, ...pair, options);
  return nodeStream(contract, nodeRequest(request), nodeResponse(response), options);
}
