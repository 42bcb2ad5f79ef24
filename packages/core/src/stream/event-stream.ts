/** An event of a stream. The writer numbers it; whatever `sequence_number` it has is replaced. */
export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A stream of server-sent events under way. None of its methods throws or rejects, and each may be called at any time. */
export interface EventStream {
  /** Whether anything can still be sent: the stream has not ended and the client is there. */
  readonly open: boolean;
  /**
   * Sends an event. Resolves once there is room for the next, with whether the stream is still open; awaiting it keeps a
   * slow client from filling the memory. An event without a type, or that is no JSON, fails the stream.
   */
  send(event: StreamEvent): Promise<boolean>;
  /**
   * Ends the stream by what was thrown: an `error` event and the terminal `response.failed`; for `taskError("cancelled")` the
   * terminal event alone. Before the first byte, an ordinary answer where the adapter can give one. After a terminal event it
   * reports and adds nothing.
   */
  fail(thrown: unknown): void;
  /** Ends the stream. */
  end(): void;
}

/** How a stream is written. */
export interface StreamOptions {
  /** The response object that the stream is about; events that carry a newer one as `response` replace it. */
  readonly response: object;
  /** Milliseconds of silence after which a comment is sent: 15,000 unless a number above 0 is given, 29,000 at most. */
  readonly keepAlive?: number | undefined;
  /** Called before the first byte, to set status and headers. */
  readonly onStart?: ((head: StreamHead) => void) | undefined;
  /** Called in place of the last events when it fails before its first byte, to answer what was thrown. */
  readonly onRefused?: ((thrown: unknown) => void) | undefined;
}

/** Status and headers of a stream of events. */
export interface StreamHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}
