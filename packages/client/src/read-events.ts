import type { AnyCatalog, Catalog } from "@uhp-errors/core";
import { INACTIVITY_MS } from "./bounds.ts";
import { checkOptions, type Kinds, SIGNAL } from "./checks.ts";
import { systemClock } from "./clock.ts";
import { startDeadline } from "./deadline.ts";
import { eventErrors } from "./event-errors.ts";
import { eventParser } from "./event-parser.ts";
import { guardBody } from "./guarded-body.ts";
import type { ParseOptions } from "./parse.ts";
import { OBJECT_OPTIONS, TIME } from "./parse-kinds.ts";

const EVENT_OPTIONS: Kinds = { ...OBJECT_OPTIONS, inactivityMs: TIME, signal: SIGNAL };

/** Options of {@link readEvents}. */
export interface ReadEventsOptions<Given extends AnyCatalog = Catalog> extends ParseOptions<Given> {
  /** The service's catalog. Default: the catalog of the client that sent the request. */
  readonly catalog?: Given | undefined;
  /**
   * The longest silence in milliseconds, before the first byte and between two bytes. Default 120,000; `Infinity` for no limit. The time in
   * which your program does not ask for an event does not count. A response of a client keeps to the client's own limit too.
   */
  readonly inactivityMs?: number | undefined;
  /** Ends the reading: the iteration throws its reason, and the body is cancelled. */
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Reads the server-sent events of a response (`text/event-stream`), and yields the JSON of each. It reads only when the next event is asked
 * for. Leaving the loop cancels the body. The type of an event is not checked.
 *
 * The iteration ends after the terminal event of a task or, for other streams, with the body. It throws, after all events that came before:
 * - an `ApiError` for an `error` event, `response.failed` and `response.cancelled`, and for an envelope as the data of an event. After an
 *   `error` event, it waits for the terminal event for `inactivityMs` at most.
 * - what `parseError` gives for a response with a status of 400 or higher, after ten seconds at the latest
 * - an `UnexpectedResponseError` for a response that is no stream, and for an event that is not JSON or longer than 64 MiB
 * - a `NetworkError` with its `lastSequenceNumber` if the stream is cut off, which includes a stream about a task without a terminal event
 * - a `TimeoutError` if the body is silent for too long
 * - the reason of your `signal`
 *
 * @throws TypeError for an option that does not exist or has a wrong value.
 * @example
 * const response = await client.fetch("/v1/responses", { method: "POST", body });
 * for await (const event of readEvents<TaskEvent>(response, { catalog: acme })) show(event);
 */
export function readEvents<Event = unknown>(
  response: Response,
  options: ReadEventsOptions<AnyCatalog> = {},
): AsyncGenerator<Event, void, undefined> {
  checkOptions("options", options, EVENT_OPTIONS);
  let hasLeft = false;
  let release = () => void response.body?.cancel().catch(() => {});

  async function* read(): AsyncGenerator<Event, void, undefined> {
    const { catalog, inactivityMs = INACTIVITY_MS } = options as ReadEventsOptions;
    const signal = options.signal ?? undefined;
    const deadline = startDeadline(systemClock, inactivityMs, signal);
    deadline.limitSilence(inactivityMs);
    const open = () => {
      const body = response.body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
      const reader = guardBody(body, deadline).getReader();
      release = () => void reader.cancel().catch(() => {});
      return reader;
    };
    let stopTimer = () => {};
    const errors = eventErrors(response, catalog, () => {
      // Comments do not prolong this wait. Cancelling the body ends the stream, and its end throws the error.
      stopTimer = systemClock.after(inactivityMs, release);
    });
    try {
      await errors.begin({ getReader: open }).catch((thrown: unknown) => {
        deadline.signal.throwIfAborted();
        if (!hasLeft) throw thrown;
      });
      if (hasLeft) return;
      const reader = open();
      const parser = eventParser(errors.tooLong);
      for (;;) {
        const { done, value } = await reader.read().catch((thrown: unknown) => {
          throw signal?.aborted ? signal.reason : errors.failure(thrown);
        });
        if (hasLeft) return;
        if (done) return errors.end(parser.isInside());
        yield* errors.eventsIn(parser.push(value)) as Generator<Event>;
        if (errors.isOver()) return;
      }
    } finally {
      stopTimer();
      deadline.stop();
      release();
    }
  }

  const events = read();
  const end = events.return.bind(events);
  return Object.assign(events, {
    // A generator waits for the next event first.
    return(value?: undefined) {
      hasLeft = true;
      release();
      return end(value);
    },
  });
}
