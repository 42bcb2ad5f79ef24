import type { Deadline } from "./deadline.ts";

/** Statuses without a body. `new Response` throws for a body with one of them (Fetch, 2.2.3). */
const WITHOUT_BODY: readonly number[] = [101, 103, 204, 205, 304];

/** Closes an unread response when its body is garbage-collected. Some runtimes do not have this. */
const UNREAD =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<() => void>((release) => release()) : undefined;

/**
 * The same response, with a body that keeps the limits of a deadline. It reads only when the caller reads. The deadline ends with
 * the body.
 *
 * @param failed Turns what the body failed with into the error that the reader gets.
 */
export function guardAnswer(response: Response, deadline: Deadline, failed: (thrown: unknown) => unknown): Response {
  const { status, headers, url, redirected } = response;
  if (WITHOUT_BODY.includes(status) || status < 200 || response.body === null) {
    deadline.stop();
    return response;
  }
  // A server may send characters that `new Response` refuses.
  const statusText = /^[\t\x20-\x7e\x80-\xff]*$/.test(response.statusText) ? response.statusText : "";
  const copy = new Response(guardBody(response, deadline, failed), { status, statusText, headers });
  // `new Response` leaves both empty. The caller should see where the response came from.
  return Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } });
}

/** Only the body of {@link guardAnswer}, for a response that has one. */
export function guardBody(
  response: Response,
  deadline: Deadline,
  failed: (thrown: unknown) => unknown,
): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let guard: { deref(): ReadableStreamDefaultController | undefined } | undefined;
  // Keeps a reference to the response: undici closes the body of one that is garbage-collected.
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
    // A waiting reader gets the error at once.
    guard?.deref()?.error(failed(reason));
  };
  deadline.signal.addEventListener("abort", onAbort, { once: true });
  const guarded = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // The signal must not keep a body alive that nobody else uses.
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
