import type { ServerResponse } from "node:http";
import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { facts, type NodeRequest } from "./facts.ts";
import { fail } from "./write.ts";

/**
 * Opens a stream of events on a response. Its head leaves with its first byte, so that a failure before that is an ordinary
 * answer.
 *
 * @param options `onRefused` replaces the way in which such a failure is answered.
 */
export function stream(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
  options: StreamOptions,
): EventStream {
  return contract.stream(response, facts(request, response), {
    onRefused: (thrown) => fail(contract, thrown, request, response),
    ...options,
    onStart: (head) => {
      response.statusCode = head.status;
      for (const [name, value] of Object.entries(head.headers)) response.setHeader(name, value);
      options.onStart?.(head);
    },
  });
}
