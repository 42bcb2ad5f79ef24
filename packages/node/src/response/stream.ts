import type { ServerResponse } from "node:http";
import {
  type Contract,
  type EventStream,
  REPRESENTATION_HEADERS,
  type StreamHead,
  type StreamOptions,
} from "@uhp-errors/core";
import { headerOf, reopen } from "../interception/index.ts";
import type { NodeRequest } from "../request/exchange.ts";
import { requestContext } from "../request/request-context.ts";
import { BEGUN_STREAMS } from "./begun-streams.ts";
import { answerError, isBuffering } from "./send.ts";

/**
 * Opens a stream of events on a response. Its head leaves with its first byte, so that a failure before that is an ordinary
 * answer. After it, what reaches {@link fail} for this response ends the stream.
 *
 * @param options `onRefused` replaces the way in which a failure before the first byte is answered.
 */
export function stream(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
  options: StreamOptions,
): EventStream {
  const { onStart, onRefused = (thrown) => answerError(contract, thrown, requestContext(request, response)) } = options;
  // Its head may have been flushed before the first event is there; one that is merely held back can still be another.
  const flushed = () => response.headersSent && !isBuffering(response);
  const begun = flushed() && isEventStream(headerOf(response, "content-type"));
  const events = contract.stream(response, requestContext(request, response), {
    ...options,
    onRefused: begun ? undefined : onRefused,
    onStart(head) {
      BEGUN_STREAMS.set(response, events);
      if (!flushed()) setStreamHead(response, head);
      onStart?.(head);
    },
  });
  if (begun) BEGUN_STREAMS.set(response, events);
  return events;
}

function setStreamHead(response: ServerResponse, { status, headers }: StreamHead): void {
  reopen(response);
  response.statusCode = status;
  // They would be of another body, which has a length or is compressed.
  for (const name of REPRESENTATION_HEADERS) response.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function isEventStream(contentType: unknown): boolean {
  return String(contentType).toLowerCase().startsWith("text/event-stream");
}
