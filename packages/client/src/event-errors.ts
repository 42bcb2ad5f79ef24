import { attempt, isRecord, peek } from "@uhp-errors/core/internal";
import { mediaType, type Readable, readText } from "./body.ts";
import { BODY_TIMEOUT_MS } from "./bounds.ts";
import { redactCause } from "./cause.ts";
import { systemClock } from "./clock.ts";
import { isApiError } from "./errors.ts";
import { isNetworkError, NetworkError } from "./failures.ts";
import { contextOf, errorIn, faultyAnswer, isEnvelope, readError, readHead, taskErrorIn } from "./parse.ts";
import { type Definitions, findDefinition } from "./rule.ts";

/** Decides with which error a stream of events ends. */
export interface EventErrors {
  /**
   * Yields the events that the caller gets, up to the terminal event. It leaves out an `error` event: the terminal event that follows
   * states the error in full.
   *
   * @throws The error that an event is, or that an `error` event before it has announced.
   */
  eventsIn(data: Iterable<string>): Generator<unknown>;
  /** Whether the terminal event was yielded. */
  isOver(): boolean;
  /** Throws if the stream is not whole, now that it has ended. */
  end(isInsideEvent: boolean): void;
  /** Returns the error for what reading the body has thrown. */
  failure(thrown: unknown): unknown;
  tooLong(): never;
  /** Throws if the response is no stream. Reads the body of an error. */
  begin(body: Readable): Promise<void>;
}

/** The path of a stream about a task, which has a terminal event also if it ends before the first one. */
const TASKS = /\/v1\/responses\/?(?:\?|$)/;

/** @param onAnnounced Called for an `error` event. */
export function eventErrors(response: Response, known: Definitions, onAnnounced: () => void): EventErrors {
  const context = contextOf(response, known);
  const { catalog, clean, redact } = context;
  const facts = readHead(response, context);
  let lastSequenceNumber: number | undefined;
  let hasTask = TASKS.test(response.url);
  let isOver = false;
  let announced: unknown;

  const fault = (says: string) => faultyAnswer(response, says, context);
  const cut = (thrown?: unknown) =>
    announced ??
    new NetworkError("The stream was cut off before its end.", {
      cause: redactCause(thrown, redact),
      retry: facts.retry,
      lastSequenceNumber,
    });

  /** Reads an `error` event. It has no `detail`, and its `type` is that of the event. */
  const errorOf = (event: Readonly<Record<string, unknown>>) => {
    const { error, code, message, param = null } = event;
    const type = (typeof code === "string" && findDefinition(code, catalog)?.type) || "server_error";
    const fields = isRecord(error) ? error : { type, code, message, param, detail: null };
    return readError(fields, catalog, facts, clean) ?? fault("has an error event that lacks a field");
  };

  const parse = (data: string): unknown =>
    attempt(
      () => JSON.parse(data) as unknown,
      () => {
        throw announced ?? fault("has an event that is not JSON");
      },
    );

  /** Throws the error that an event is. Returns whether it is an `error` event. */
  const throwError = (event: Readonly<Record<string, unknown>>): boolean => {
    const { type, response: task } = event;
    if (type === "response.failed" || type === "response.cancelled") {
      const error = taskErrorIn(task, context, facts);
      throw isApiError(error) ? error : (announced ?? error ?? fault("has a failed response that is not one"));
    }
    if (announced) throw announced;
    if (isEnvelope(event, context)) throw errorOf(event);
    if (type !== "error") return false;
    announced = errorOf(event);
    onAnnounced();
    return true;
  };

  const note = ({ type, sequence_number: number }: Readonly<Record<string, unknown>>) => {
    if (Number.isSafeInteger(number) && (number as number) >= 0) lastSequenceNumber = number as number;
    hasTask ||= typeof type === "string" && type.startsWith("response.");
    isOver = type === "response.completed" || type === "response.incomplete";
  };

  return {
    *eventsIn(data) {
      for (const text of data) {
        const event = parse(text);
        const fields = isRecord(event) ? event : {};
        if (throwError(fields)) continue;
        note(fields);
        yield event;
        if (isOver) return;
      }
    },
    isOver: () => isOver,
    end(isInsideEvent) {
      if (announced || hasTask || isInsideEvent) throw cut();
    },
    failure(thrown) {
      // Anything else is the reason of an abort, or a time-out.
      const isOfNetwork =
        isNetworkError(thrown) || peek(thrown, "name") === "TypeError" || typeof peek(thrown, "code") === "string";
      return isOfNetwork ? cut(thrown) : (announced ?? thrown);
    },
    async begin(body) {
      if (response.status >= 400) {
        throw errorIn(response, await readText(body, { clock: systemClock, timeoutMs: BODY_TIMEOUT_MS }), context);
      }
      if (mediaType(response.headers) !== "text/event-stream") throw fault("is not a stream of events");
    },
    tooLong() {
      throw fault("has an event that is too long");
    },
  };
}
