import type { HeaderField } from "../fields.ts";
import type { EventStream, StreamOptions } from "../stream/event-stream.ts";
import type { BrokenStream } from "../stream/last-events.ts";
import type { StreamSink } from "../stream/sink.ts";
import type { TaskVerbs } from "../task.ts";
import type { Version } from "../versions/known.ts";
import type { RequestFacts, WireResponse, WrittenResponse } from "../wire.ts";
import type { Explanation } from "./explain.ts";

/**
 * How one service answers. Its verbs turn failures into finished responses; an adapter reads the facts of a request,
 * calls a verb and writes what it gets. No verb throws, but for {@link Contract.stream} where there is no stream to write.
 */
export interface Contract {
  /** The versions this service serves, newest first: what discovery lists. */
  readonly versions: readonly Version[];
  /** The version of a request that names none. */
  readonly defaultVersion: Version;
  /** Whether the contract applies to the request (the `when` option). Outside it an adapter must touch nothing. */
  covers(facts: RequestFacts): boolean;
  /** The refusal of a version that cannot be served, to be sent before anything else is looked at; else `undefined`. */
  gate(facts: RequestFacts): WireResponse | undefined;
  /** The headers that every answer carries, success included. */
  stamp(facts: RequestFacts): Readonly<Record<string, string>>;
  /**
   * The answer to anything that was thrown, rejected or passed on. `undefined` when none can be given, because another
   * answer has begun or the client left: the adapter then closes the connection unless an answer has left whole. The very
   * same object a second time for one request is neither answered nor reported again.
   */
  respond(thrown: unknown, facts: RequestFacts): WireResponse | undefined;
  /**
   * The answer when no route took the request.
   *
   * @param allow The methods that the address does accept, where the framework can know them.
   */
  notFound(facts: RequestFacts, allow?: readonly string[]): WireResponse;
  /**
   * The answer to put in place of one that something else wrote: a bare or foreign 4xx or 5xx, or an envelope that would
   * leave with the wrong status. `undefined` when what was written may leave as it is.
   */
  fill(written: WrittenResponse, facts: RequestFacts): WireResponse | undefined;
  /**
   * Reports an envelope that left with the status of a success, where it was too late to put that right.
   */
  noticeMisplaced(written: WrittenResponse, facts: RequestFacts): void;
  /** Whether an error answer keeps a header field that something else has set (the `errorHeaders` option). */
  keepsHeader(field: HeaderField): boolean;
  /** Milliseconds for which an error that something else writes may stay unfinished (the `bufferTimeoutMs` option). */
  readonly bufferTimeoutMs: number;
  /**
   * Why an error would be answered as it is: which producer recognized it, or why none did. An aid for development: it
   * reports nothing, and what it says may repeat the error's name and code.
   */
  explain(thrown: unknown, facts?: RequestFacts): Explanation;
  /**
   * The last events of a stream that fails after its first byte: an `error` event and the terminal `response.failed`, as
   * text to be written before the stream is ended; for `taskError("cancelled")` the terminal event alone. `undefined` when
   * the client has left.
   *
   * @example
   * stream.write(contract.interrupt(thrown, facts, { sequenceNumber: 7, response }) ?? "");
   */
  interrupt(thrown: unknown, facts: RequestFacts, stream: BrokenStream): string | undefined;
  /**
   * Writes a stream of server-sent events: numbers them, keeps the connection alive while the task is silent, ends it as it
   * should end. The adapters' `stream` connects it to their responses.
   *
   * @param sink A Node writable or a web `WritableStream`; nothing else may write to it.
   * @throws TypeError when the sink is neither, or a web stream that something else has locked, or there is no `response`.
   * @example
   * const stream = contract.stream(writable, facts, { response });
   * await stream.send({ type: "response.created", response });
   */
  stream(sink: StreamSink, facts: RequestFacts, options: StreamOptions): EventStream;
  /** The 200 responses of tasks that failed or were cancelled. */
  readonly task: TaskVerbs;
  /**
   * The answer to a request that the HTTP parser refused, from the error of a Node server's `clientError` event.
   * `undefined` when nobody is left to answer.
   *
   * @param facts The request in the middle of which it happened; left out when none had begun.
   */
  malformed(error: unknown, facts?: RequestFacts): WireResponse | undefined;
}
