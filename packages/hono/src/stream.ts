import { type Contract, type EventStream, REPRESENTATION_HEADERS, type StreamOptions } from "@uhp-errors/core";
import { stream as streamTo } from "@uhp-errors/web";
import type { Context } from "hono";
import { put, replace, responderFor } from "./answer.ts";
import { requestOf } from "./request-context.ts";

/**
 * Answers with a stream of server-sent events. Resolves with the response once its first event is there, so that a failure before that
 * is an ordinary error response. A failure after it ends the stream with the two events of the contract. Never rejects.
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
  options: StreamOptions,
  produce: (events: EventStream) => unknown,
): Promise<Response> {
  const response = await streamTo(contract, requestOf(c), options, produce);
  const responder = response.ok ? undefined : responderFor(contract, c);
  if (responder !== undefined) return put(c, responder, response);
  for (const [name, value] of c.res.headers) {
    if (!OF_BODY.has(name) && !response.headers.has(name)) response.headers.append(name, value);
  }
  return replace(c, response);
}

/** Header fields that would be of another body. */
const OF_BODY: ReadonlySet<string> = new Set(REPRESENTATION_HEADERS);
