import type { Deadline } from "./deadline.ts";

/** Statuses whose answers have no body, which a `Response` with one would not be made for (Fetch, 2.2.3). */
const WITHOUT_BODY: readonly number[] = [101, 103, 204, 205, 304];

/** Bodies that nobody holds any more: what they hold is let go of. Some runtimes do not have it. */
const UNREAD =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<() => void>((release) => release()) : undefined;

/**
 * The same answer with a body that keeps to the limits of its deadline. Reads only as the caller does; ends the deadline with
 * the body.
 *
 * @param failed Makes the error that the reader gets of what the body failed with.
 */
export function guardAnswer(response: Response, deadline: Deadline, failed: (thrown: unknown) => unknown): Response {
  const { status, headers, url, redirected } = response;
  if (WITHOUT_BODY.includes(status) || status < 200 || response.body === null) {
    deadline.stop();
    return response;
  }
  // A server may send more than a made response may have.
  const statusText = /^[\t\x20-\x7e\x80-\xff]*$/.test(response.statusText) ? response.statusText : "";
  const copy = new Response(guardBody(response, deadline, failed), { status, statusText, headers });
  // A made response has neither; the caller's should say where it came from.
  return Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } });
}

/** The body of {@link guardAnswer} alone, of an answer that has one. */
export function guardBody(
  response: Response,
  deadline: Deadline,
  failed: (thrown: unknown) => unknown,
): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let guard: { deref(): ReadableStreamDefaultController | undefined } | undefined;
  // Asks the answer itself: undici closes the body of one that is no longer held.
  const read = () => {
    reader ??= response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    return reader.read();
  };
  const cancel = async (reason?: unknown) => (reader ?? response.body)?.cancel(reason);
  const release = (reason?: unknown) => {
    deadline.stop();
    cancel(reason).catch(() => {});
  };
  const onAbort = () => {
    const { reason } = deadline.signal;
    release(reason);
    // Whoever holds a reader is told, without asking for more.
    guard?.deref()?.error(failed(reason));
  };
  deadline.signal.addEventListener("abort", onAbort, { once: true });
  const guarded = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // The signal must not hold a body that nobody else holds.
        guard = typeof WeakRef === "function" ? new WeakRef(controller) : { deref: () => controller };
      },
      async pull(controller) {
        try {
          const { done, value } = await deadline.within(read());
          if (!done) return controller.enqueue(value);
          deadline.stop();
          controller.close();
        } catch (thrown) {
          release(thrown);
          controller.error(failed(thrown));
        }
      },
      cancel(reason) {
        deadline.stop();
        return cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  UNREAD?.register(guarded, release);
  return guarded;
}
