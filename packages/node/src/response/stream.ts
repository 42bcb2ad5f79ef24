import type { ServerResponse } from "node:http";
import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { REPRESENTATION_HEADERS } from "@uhp-errors/core/adapter";
import type { NodeSink, StreamHead } from "@uhp-errors/core/internal";
import { clearReason } from "../interception/answer.ts";
import { fieldOf } from "../interception/head.ts";
import { reopen } from "../interception/stages.ts";
import { exchangeOf, interceptionOf, type NodeRequest } from "../request/exchange.ts";
import { hasHead } from "../written/sent-field.ts";
import { answerThrown, isBuffering } from "./responder.ts";

/**
 * Opens a stream of events on a response. The head is sent with the first bytes. A failure before that gets an ordinary
 * error response. A later one, which is passed to `sendError` for this response, ends the stream.
 *
 * @param options What the contract's `stream` takes. `onRefused` replaces how a failure before the first bytes is
 * answered.
 */
export function stream(
  contract: Contract,
  request: NodeRequest,
  response: ServerResponse,
  options: StreamOptions,
): EventStream {
  const exchange = exchangeOf(request, response);
  const { onStart, onRefused = (thrown) => answerThrown(contract, thrown, exchange) } = options;
  // The head may have been flushed before the first event. A head that is only buffered can still be replaced.
  const flushed = () => hasHead(response) && !isBuffering(response);
  const begun = flushed() && isEventStream(contentTypeOf(response));
  const events = contract.stream(exchange.hasBody ? response : headOf(response), exchange, {
    ...options,
    onRefused: begun ? undefined : onRefused,
    onStart(head) {
      exchange.events = events;
      if (!flushed()) setStreamHead(response, head);
      onStart?.(head);
    },
  });
  if (begun) exchange.events = events;
  if (exchange.dryRun !== undefined) exchange.dryRun.stream = events;
  return events;
}

/**
 * Makes a sink for a response to HEAD. It ends with the first event, because nothing of a body is sent: a handler that
 * sends until it is told to stop would never wait, and would block the process.
 */
function headOf(response: ServerResponse): NodeSink {
  const { stream: ofHttp2 } = response as ServerResponse & Pick<NodeSink, "stream">;
  return {
    write() {
      response.end();
      return true;
    },
    end: () => response.end(),
    destroy: (error) => response.destroy(error),
    on: (event, listener) => response.on(event, listener),
    removeListener: (event, listener) => response.removeListener(event, listener),
    get destroyed() {
      return response.destroyed;
    },
    get writableEnded() {
      return response.writableEnded;
    },
    stream: ofHttp2,
  };
}

/**
 * Fields that describe another body, for example its length or its compression. The transfer encoding stays: once it has been
 * removed, even if it was absent, Node ends the body by closing the connection.
 */
const OF_BODY = REPRESENTATION_HEADERS.filter((name) => name !== "transfer-encoding");

function setStreamHead(response: ServerResponse, { status, headers }: StreamHead): void {
  const exchange = interceptionOf(response);
  if (exchange !== undefined) reopen(exchange);
  response.statusCode = status;
  clearReason(response);
  for (const name of OF_BODY) response.removeHeader(name);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function contentTypeOf(response: ServerResponse): unknown {
  const exchange = interceptionOf(response);
  return exchange === undefined ? response.getHeader("content-type") : fieldOf(exchange, "content-type");
}

function isEventStream(contentType: unknown): boolean {
  return String(contentType).toLowerCase().startsWith("text/event-stream");
}
