/**
 * What core needs to know of a request. An adapter makes one object per request and hands the same object to every
 * verb of the contract: the request's version and correlation id are kept under its identity.
 */
export interface RequestFacts {
  /** Request method as sent, for example `"POST"`. */
  readonly method: string;
  /** Path without its query, as the client sent it and before any mount path was cut off. Never copied into an answer. */
  readonly path: string;
  /** The framework's or the runtime's own objects for this request, for whoever reads a report. */
  readonly native?: unknown;
  /**
   * A request header by its lower-case name; `undefined` when it is absent. Several lines of one header come joined by
   * `", "` (RFC 9110, section 5.3), so that a repeated `UHP-Version` can be told from a single one.
   */
  header(name: string): string | undefined;
  /** A header field that is already set on the answer, by its lower-case name: what ran before the failure has set it. */
  responseHeader?(name: string): string | undefined;
  /** The bytes that a body of this request may have, where the framework knows them and its errors do not say them. */
  bodyLimit?(): number | undefined;
  /** The pattern of the route that took the request, such as `"/v1/harnesses/:id"`; `undefined` when nobody knows. */
  route?(): string | undefined;
  /** The status that the service itself has set on its answer, when `thrown` comes; `undefined` or below 400 for none. */
  statusSet?(thrown: unknown): number | undefined;
  /** What stands in the way of the contract's error handler, in words; for the report of an error that something else answered. */
  inTheWay?(): string | undefined;
  /** How far the answer has come. Read when it matters, so it must be current; taken as `"open"` when left out. */
  phase?(): Phase;
}

/** Reads a header whatever the adapter's function does. */
export function header(facts: RequestFacts, name: string): string | undefined {
  return textOf(() => facts.header(name));
}

/** Reads a header field that is already set on the answer, in the same way. */
export function responseHeader(facts: RequestFacts, name: string): string | undefined {
  return textOf(() => facts.responseHeader?.(name));
}

/** The status of an error that the service itself had set on its answer; `undefined` when it had set none. */
export function statusSet(facts: RequestFacts, thrown: unknown): number | undefined {
  try {
    const status: unknown = facts.statusSet?.(thrown);
    return typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599
      ? status
      : undefined;
  } catch {
    return undefined;
  }
}

/** How far the answer has come, whatever the adapter's function does. */
export function phaseOf(facts: RequestFacts): Phase | undefined {
  return textOf(() => facts.phase?.()) as Phase | undefined;
}

/** The pattern of the route that took the request, whatever the adapter's function does. */
export function routeOf(facts: RequestFacts): string | undefined {
  return textOf(() => facts.route?.());
}

/** What stands in the way of the contract's error handler, whatever the adapter's function does. */
export function inTheWay(facts: RequestFacts): string | undefined {
  return textOf(() => facts.inTheWay?.());
}

function textOf(read: () => unknown): string | undefined {
  try {
    const text = read();
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How far an answer has come: `"open"` nothing of it has left; `"started"` its head is on the wire; `"finished"` it was
 * handed over whole; `"gone"` the client closed the connection first.
 */
export type Phase = "open" | "started" | "finished" | "gone";

/** A finished answer: an adapter adds nothing to it and leaves nothing out. */
export interface WireResponse {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** Header fields to set; each replaces a field of the same name. `Content-Length` counts the body's UTF-8 bytes. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON text of the envelope. For HEAD the adapter sends the headers alone (RFC 9110, section 9.3.2). */
  readonly body: string;
}

/** An answer that something else than the contract is about to send. */
export interface WrittenResponse {
  /** The HTTP status that was set. */
  readonly status: number;
  /** A header field that was set on the answer, by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as text; empty when there is none or it is not text. */
  readonly body: string;
}
