import { type Contract, type EventStream, REPRESENTATION_HEADERS, type StreamOptions } from "@uhp-errors/core";
import { stream as streamOf } from "@uhp-errors/web";
import { FIRST_ERROR, withEarlierHeaders } from "./answer.ts";
import { type H3Event, requestContext, requestOf } from "./event.ts";

/**
 * Answers with a stream of server-sent events. Resolves with the response once its first event is there, so that a failure before that
 * is an ordinary error response. A failure after it ends the stream with the two events of the contract. Never rejects.
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
  options: StreamOptions,
  produce: (events: EventStream) => unknown,
): Promise<Response> {
  requestContext(event);
  const response = await streamOf(contract, requestOf(event), options, produce);
  if (response.status >= FIRST_ERROR) return withEarlierHeaders(response, contract, event);
  // h3 adds what was set before. What speaks of another body does not count.
  for (const name of REPRESENTATION_HEADERS) event.res.headers.delete(name);
  return response;
}
