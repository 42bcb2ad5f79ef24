import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import type { Call } from "../pipeline/call.ts";
import type { HandledError } from "../pipeline/handled-error.ts";
import type { EventStream, StreamOptions } from "../stream/event-stream.ts";
import type { FailingStream } from "../stream/last-events.ts";
import type { StreamSink } from "../stream/sink.ts";
import type { TaskResponses } from "../tasks/task-responses.ts";
import type { Version } from "../versions/known.ts";
import type { Explanation } from "./explain.ts";

/**
 * How one service answers errors. Most services only pass it to an adapter, such as `install(app, contract)`. No method throws by itself,
 * except {@link Contract.stream} if its sink is invalid.
 */
export interface Contract {
  /** The protocol versions that this service serves, newest first. */
  readonly versions: readonly Version[];
  /** The version for a request that names none. */
  readonly defaultVersion: Version;
  /** Whether the contract only reports (option `reportOnly`). */
  readonly reportOnly: boolean;
  /** The headers that every response carries, success or error: `UHP-Version`, `x-request-id`, and the dates of a version that ends. */
  headers(context: RequestContext): Readonly<Record<string, string>>;
  /**
   * The headers to send when the service calls another one for this request, so that a failure has the same id in all services. These are
   * the `x-request-id` that the contract gave the request, and the request's own `traceparent` and `tracestate` (W3C Trace Context), if
   * they are well-formed. Each adapter's `traceHeaders` calls it with the framework's own objects.
   */
  traceHeaders(context: RequestContext): Readonly<Record<string, string>>;
  /**
   * Returns the response to anything that was thrown, rejected, or passed on. `undefined` if it is too late, because another response
   * has begun or the client has left. The adapter then closes the connection, unless a complete response was sent. The same object is
   * answered and reported only once per request.
   */
  respond(thrown: unknown, context: RequestContext): ErrorResponse | undefined;
  /**
   * Handles anything that was thrown where no HTTP response answers it: in a tool, on a socket, in a job. Reports it, and returns the five
   * fields and the retry advice to send: recognized, sanitized and in the receiver's version, as in a response. Also takes the codes of
   * tasks that ended. The same object is reported only once per call, and returned every time. With the option `reportOnly`, it does the
   * same, because only the caller decides what to send. Never throws.
   *
   * @param call What failed. Pass the same object for every error of one call.
   * @example
   * socket.on("order", async (order, acknowledge) => {
   *   const call = { transport: "socket.io", name: "order" };
   *   await place(order).then(acknowledge, (thrown) => acknowledge(contract.handleError(thrown, call)));
   * });
   */
  handleError(thrown: unknown, call: Call): HandledError;
  /**
   * Explains the response that an error would get: which recognizer knows the error, or why none does. It is for development: it reports
   * nothing, and its sentences may repeat the error's name and code.
   */
  explain(thrown: unknown, context?: RequestContext): Explanation;
  /** Makes the 200 responses of tasks that failed or were cancelled. */
  readonly task: TaskResponses;
  /**
   * Opens a stream of server-sent events. The stream numbers the events, keeps the connection alive while the task is silent, and ends
   * properly. Each adapter's `stream` connects it to a response.
   *
   * @param sink A Node writable or a web `WritableStream`. Nothing else may write to it.
   * @throws TypeError if the sink is neither, if a web stream is locked, or if `responseObject` is missing.
   * @example
   * const stream = contract.stream(writable, context, { responseObject: response });
   * await stream.send({ type: "response.created", response });
   */
  stream(sink: StreamSink, context: RequestContext, options: StreamOptions): EventStream;
  /**
   * Returns the last events of a stream that fails after its first byte, as a string to write before the stream ends: an `error` event
   * and the terminal `response.failed`. For `taskError("cancelled")`, only the terminal event. `undefined` if the client has left.
   *
   * @example
   * stream.write(contract.failStream(thrown, context, { nextSequenceNumber: 7, responseObject }) ?? "");
   */
  failStream(thrown: unknown, context: RequestContext, stream: FailingStream): string | undefined;
}
