import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { expectContract, REPRESENTATION_HEADERS } from "@uhp-errors/core/adapter";
import { stream as streamTo } from "@uhp-errors/web";
import type { Context } from "hono";
import { put, replace, responderFor } from "./answer.ts";
import { originalRequest } from "./request-context.ts";

/**
 * Responds with a stream of server-sent events. Resolves with the response once the first event is ready, so a failure
 * before that is an ordinary error response. A later failure ends the stream with the contract's two events. Never
 * rejects.
 *
 * @param produce Sends the events. The stream ends when what it returns is settled.
 * @example
 * app.get("/v1/events", (c) =>
 *   stream(contract, c, { responseObject }, async (events) => {
 *     await events.send({ type: "response.created", response: responseObject });
 *   }),
 * );
 */
export async function stream(
  contract: Contract,
  c: Context,
  options: Omit<StreamOptions, "onRefused">,
  produce: (events: EventStream) => unknown,
): Promise<Response> {
  expectContract(contract, "stream");
  const response = await streamTo(contract, originalRequest(c), options, produce);
  const responder = response.ok ? undefined : responderFor(contract, c);
  if (responder !== undefined) return put(c, responder, response);
  // Headers that describe a body do not apply to the stream.
  for (const [name, value] of c.res.headers) {
    if (!REPRESENTATION_HEADERS.includes(name) && !response.headers.has(name)) response.headers.append(name, value);
  }
  return replace(c, response);
}
