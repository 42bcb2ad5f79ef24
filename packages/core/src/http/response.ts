/**
 * How far a response has come. `"open"`: nothing was sent. `"started"`: its head was sent. `"finished"`: all of it was handed over.
 * `"gone"`: the client closed the connection first.
 */
export type ResponsePhase = "open" | "started" | "finished" | "gone";

/** A complete error response, ready to be sent: an adapter adds nothing and leaves nothing out. */
export interface ErrorResponse {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** Headers to set; each replaces a header of the same name. `Content-Length` counts the body's UTF-8 bytes. */
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope as JSON. For HEAD, send only the headers (RFC 9110, section 9.3.2). */
  readonly body: string;
}

/** A response that something other than the contract is about to send. */
export interface InterceptedResponse {
  /** The HTTP status of the response. */
  readonly status: number;
  /** Returns a header that was set on the response, by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as a string; empty if there is none or it is not text. */
  readonly body: string;
  /**
   * Whether a handler handed over the whole body at once, as a string or as bytes. Piped or proxied bodies come as a stream. Left out if
   * that is not known.
   */
  readonly isWhole?: boolean;
  /** Whether it is a response that `fetch` returned, so that another service sent it. Left out if that is not known. */
  readonly isFetched?: boolean;
}
