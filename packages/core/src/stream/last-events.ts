import type { ErrorObject } from "../errors/error-object.ts";
import { endedResponse } from "../tasks/ended-response.ts";

/** The state of a stream of server-sent events when it fails. */
export interface FailingStream {
  /** The `sequence_number` of the stream's next event. */
  readonly nextSequenceNumber: number;
  /** The latest known response object of the stream. Plain JSON. */
  readonly responseObject: object;
}

/** Writes one server-sent event without a name. */
export function eventText(event: object): string {
  const text: string | undefined = JSON.stringify(event);
  if (text === undefined) throw new TypeError("an event must be JSON");
  return `data: ${text}\n\n`;
}

/** Writes the two events that end a stream: the error, then the failed response. */
export function lastEvents(
  error: ErrorObject,
  { nextSequenceNumber: sequenceNumber, responseObject: response }: FailingStream,
): string {
  const { code, message, param } = error;
  const first = eventText({ type: "error", sequence_number: sequenceNumber, code, message, param });
  return first + terminalEvent(endedResponse(response, "failed", error), sequenceNumber + 1);
}

/** Writes the event that ends the stream of a cancelled task. It is `response.failed`; only the response's status says `cancelled`. */
export function cancelledEvent(
  error: ErrorObject | null,
  { nextSequenceNumber: sequenceNumber, responseObject: response }: FailingStream,
): string {
  return terminalEvent(endedResponse(response, "cancelled", error), sequenceNumber);
}

function terminalEvent(response: { readonly status: string; readonly error: unknown }, sequenceNumber: number): string {
  const event = { type: "response.failed", sequence_number: sequenceNumber };
  try {
    return eventText({ ...event, response });
  } catch {
    // A response that is not valid JSON must not leave the stream without its terminal event.
    const { status, error } = response;
    return eventText({ ...event, response: { status, error } });
  }
}
