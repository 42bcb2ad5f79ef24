import type { ErrorObject } from "../errors/error-object.ts";
import { endedResponse } from "../tasks/ended-response.ts";

/** How far a stream of server-sent events has come when it fails. */
export interface FailingStream {
  /** The `sequence_number` that the stream's next event would carry. */
  readonly nextSequenceNumber: number;
  /** The response object that the stream is about, as the service last knew it. Plain JSON. */
  readonly responseObject: object;
}

/** One server-sent event without a name. */
export function eventText(event: object): string {
  const text: string | undefined = JSON.stringify(event);
  if (text === undefined) throw new TypeError("an event must be JSON");
  return `data: ${text}\n\n`;
}

/** The two events that end a stream: the error, then the response that failed by it. */
export function lastEvents(
  error: ErrorObject,
  { nextSequenceNumber: sequenceNumber, responseObject: response }: FailingStream,
): string {
  const { code, message, param } = error;
  const first = eventText({ type: "error", sequence_number: sequenceNumber, code, message, param });
  return first + terminalEvent(endedResponse(response, "failed", error), sequenceNumber + 1);
}

/** The event that ends the stream of a cancelled task. Its name says that it ended; how, says the response's status. */
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
    // What cannot be written as JSON must not leave the stream without its end.
    const { status, error } = response;
    return eventText({ ...event, response: { status, error } });
  }
}
