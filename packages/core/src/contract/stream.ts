import type { ErrorObject } from "../contract-error.ts";

/** How far a stream of server-sent events has come when it fails. */
export interface BrokenStream {
  /** The `sequence_number` that the stream's next event would carry. */
  readonly sequenceNumber: number;
  /** The response object that the stream is about, as the service last knew it. Plain JSON. */
  readonly response: object;
}

/** The two events that end a stream: the error, then the response that failed by it. Server-sent events without names. */
export function lastEvents(error: ErrorObject, { sequenceNumber, response }: BrokenStream): string {
  const { code, message, param } = error;
  const failed = { ...response, status: "failed", error };
  return [
    { type: "error", sequence_number: sequenceNumber, code, message, param },
    { type: "response.failed", sequence_number: sequenceNumber + 1, response: failed },
  ]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join("");
}
