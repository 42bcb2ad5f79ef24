import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { expectContract, REPRESENTATION_HEADERS } from "@uhp-errors/core/adapter";
import { stream as streamOf } from "@uhp-errors/web";
import { FIRST_ERROR, withEarlierHeaders } from "./answer.ts";
import { type H3Event, originalRequest, requestContext } from "./event.ts";

/**
 * Responds with a stream of server-sent events. Resolves with the response once the first event is ready, so a failure
 * before that is an ordinary error response. A later failure ends the stream with the contract's two events. Never
 * rejects.
 *
 * @param produce Sends the events. The stream ends when what it returns is settled.
 * @example
 * app.post("/v1/responses", (event) =>
 *   stream(contract, event, { responseObject }, async (events) => {
 *     await events.send({ type: "response.created", response: responseObject });
 *   }),
 * );
 */
export async function stream(
  contract: Contract,
  event: H3Event,
  options: Omit<StreamOptions, "onRefused">,
  produce: (events: EventStream) => unknown,
): Promise<Response> {
  expectContract(contract, "stream");
  requestContext(event);
  const response = await streamOf(contract, originalRequest(event), options, produce);
  if (response.status >= FIRST_ERROR) return withEarlierHeaders(response, contract, event);
  // h3 adds the headers that were set before. Those that describe another body must not be added.
  for (const name of REPRESENTATION_HEADERS) event.res.headers.delete(name);
  return response;
}
