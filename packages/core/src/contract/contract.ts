import type { HeaderField } from "../http/header-fields.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import type { EventStream, StreamOptions } from "../stream/event-stream.ts";
import type { FailingStream } from "../stream/last-events.ts";
import type { StreamSink } from "../stream/sink.ts";
import type { TaskResponses } from "../tasks/task-responses.ts";
import type { Version } from "../versions/known.ts";
import type { Explanation } from "./explain.ts";

/**
 * How one service answers errors. Most services only hand it to an adapter, such as `install(app, contract)`. An adapter
 * makes a request context, calls a method and sends the response that it gets. No method throws by itself, except
 * {@link Contract.stream} when its sink is invalid.
 */
export interface Contract {
  /** The protocol versions that this service serves, newest first. */
  readonly versions: readonly Version[];
  /** The version of a request that names none. */
  readonly defaultVersion: Version;
  /** Whether the contract applies to a request (the option `appliesTo`). An adapter touches no other request. */
  appliesTo(context: RequestContext): boolean;
  /** The response to a request for a version that is not served, to be sent before anything else; `undefined` when it is served. */
  checkVersion(context: RequestContext): ErrorResponse | undefined;
  /** The headers that every response carries, a success as much as an error: `UHP-Version` and `x-request-id`. */
  headers(context: RequestContext): Readonly<Record<string, string>>;
  /**
   * The headers to send along when the service calls another one for this request, so that one failure has one id in all services: the
   * `x-request-id` that the contract gave the request, and the request's own `traceparent` and `tracestate` (W3C Trace Context), where
   * they are well-formed. Each adapter's `traceHeaders` calls it with the framework's own objects.
   */
  traceHeaders(context: RequestContext): Readonly<Record<string, string>>;
  /**
   * Calls the handler of a request, and returns what it returns. Errors of the catalog that the handler makes before it first waits for
   * anything are known to be this request's: one that nothing has answered by its end is reported. Throws what the handler throws.
   */
  handle<Result>(context: RequestContext, handler: () => Result): Result;
  /**
   * The response to anything that was thrown, rejected or passed on. `undefined` when it is too late for one, because another
   * response has begun or the client left; the adapter then closes the connection, unless a response was sent whole. The very
   * same object is answered and reported once for each request.
   */
  respond(thrown: unknown, context: RequestContext): ErrorResponse | undefined;
  /**
   * The response when no route matched: 404, or 405 with `Allow`.
   *
   * @param allow The methods that the address accepts, where the framework knows them.
   */
  notFound(context: RequestContext, allow?: readonly string[]): ErrorResponse;
  /**
   * The response to send in place of one that something else wrote: a 4xx or 5xx that is not the contract's, or an envelope
   * with the wrong status. `undefined` when the written response may leave as it is.
   */
  replace(intercepted: InterceptedResponse, context: RequestContext): ErrorResponse | undefined;
  /** Reports an envelope that left with the status of a success, when it was too late to replace it. */
  reportWrongStatus(intercepted: InterceptedResponse, context: RequestContext): void;
  /**
   * The response to a request that Node's HTTP parser refused, from the error of a server's `clientError` event. `undefined`
   * when nobody is left to read it.
   *
   * @param context The request in the middle of which it happened; left out when none had begun.
   */
  clientError(error: unknown, context?: RequestContext): ErrorResponse | undefined;
  /** Whether an error response keeps a header that something else has set (the option `errorHeaderFilter`). */
  keepsHeader(field: HeaderField): boolean;
  /** Milliseconds that an error which something else writes may stay unfinished (the option `bufferTimeoutMs`). */
  readonly bufferTimeoutMs: number;
  /**
   * Why an error would be answered as it is: which recognizer knows it, or why none does. An aid for development: it reports
   * nothing, and its sentences may repeat the error's name and code.
   */
  explain(thrown: unknown, context?: RequestContext): Explanation;
  /** Makes the 200 responses of tasks that failed or were cancelled. */
  readonly task: TaskResponses;
  /**
   * Opens a stream of server-sent events: it numbers them, keeps the connection alive while the task is silent, and ends the
   * stream properly. The adapters' `stream` connects it to their responses.
   *
   * @param sink A Node writable or a web `WritableStream`. Nothing else may write to it.
   * @throws TypeError when the sink is neither, when a web stream is locked, or when there is no `responseObject`.
   * @example
   * const stream = contract.stream(writable, context, { responseObject: response });
   * await stream.send({ type: "response.created", response });
   */
  stream(sink: StreamSink, context: RequestContext, options: StreamOptions): EventStream;
  /**
   * The last events of a stream that fails after its first byte, as text to write before the stream ends: an `error` event and
   * the terminal `response.failed`. For `taskError("cancelled")` the terminal event alone. `undefined` when the client left.
   *
   * @example
   * stream.write(contract.failStream(thrown, context, { nextSequenceNumber: 7, responseObject }) ?? "");
   */
  failStream(thrown: unknown, context: RequestContext, stream: FailingStream): string | undefined;
}
