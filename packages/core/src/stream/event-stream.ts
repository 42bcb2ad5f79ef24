/** An event of a stream. The writer sets its `sequence_number`, and replaces one that is already there. */
export interface StreamEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** An open stream of server-sent events. No method throws or rejects, and each may be called at any time. */
export interface EventStream {
  /** Whether anything can still be sent: the stream has not ended, and the client has not left. */
  readonly open: boolean;
  /**
   * Sends an event. Resolves when there is room for the next one, with whether the stream is still open. Await it, so that a slow client
   * does not fill the memory. A terminal event (`response.completed`, `response.incomplete` or `response.failed`) also ends the stream.
   * An event that has no type, or that is not JSON, fails the stream.
   */
  send(event: StreamEvent): Promise<boolean>;
  /**
   * Ends the stream with an error: an `error` event and the terminal `response.failed`. For `taskError("cancelled")`, only the terminal
   * event. Before the first byte, the adapter sends an ordinary error response. After the first byte, the status cannot change, so the
   * failure is sent as an event. After a terminal event, nothing is sent, but the error is reported.
   */
  fail(thrown: unknown): void;
  /** Ends the stream as it is, which only a stream without a terminal event needs. */
  end(): void;
}

/** Options of a stream. */
export interface StreamOptions {
  /** The response object of the stream. An event with a newer one as its `response` replaces it. */
  readonly responseObject: object;
  /**
   * Milliseconds of silence after which a comment is sent to keep the connection open. At most 29,000.
   *
   * @defaultValue `15000`
   */
  readonly keepAliveMs?: number | undefined;
  /**
   * Called before the first byte to set status and headers.
   *
   * @defaultValue none; the adapter's `stream` sets them
   */
  readonly onStart?: ((head: StreamHead) => void) | undefined;
  /**
   * Called when the stream fails before its first byte. It sends an ordinary error response.
   *
   * @defaultValue none; the adapter's `stream` sends it
   */
  readonly onRefused?: ((thrown: unknown) => void) | undefined;
}

/** The status and headers of a stream of events. */
export interface StreamHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}
