import type { Deadline } from "./deadline.ts";

/** Converts the error of a failed body into the error that its reader gets. */
type Failed = (thrown: unknown) => unknown;

const asItIs: Failed = (thrown) => thrown;

/** Statuses from 200 on without a body. `new Response` throws for a body with one of them (Fetch, 2.2.3). */
const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** Closes an unread response when its body is garbage-collected. Some runtimes have no `FinalizationRegistry`. */
const UNREAD =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<() => void>((release) => release()) : undefined;

/**
 * Returns the same response, with a body that keeps to the limits of a deadline. It reads only when the caller reads. The deadline ends
 * with the body.
 */
export function guardAnswer(response: Response, deadline: Deadline, failed?: Failed): Response {
  const { body, status, headers, url, redirected } = response;
  if (body === null || status < 200 || WITHOUT_BODY.includes(status)) {
    deadline.stop();
    return response;
  }
  // A server may send characters that `new Response` rejects.
  const statusText = /^[\t\x20-\x7e\x80-\xff]*$/.test(response.statusText) ? response.statusText : "";
  const copy = new Response(guardBody(body, deadline, failed), { status, statusText, headers });
  // `new Response` leaves both empty. The caller should see where the response came from.
  return Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } });
}

/** Like {@link guardAnswer}, but only for the body. */
export function guardBody(
  body: ReadableStream<Uint8Array>,
  deadline: Deadline,
  failed: Failed = asItIs,
): ReadableStream<Uint8Array> {
  // Lock the body, because undici closes an unlocked one when its response is garbage-collected.
  const reader = body.getReader();
  let guard: { deref(): ReadableStreamDefaultController | undefined } | undefined;
  const release = (reason?: unknown) => {
    deadline.stop();
    reader.cancel(reason).catch(() => {});
  };
  deadline.signal.addEventListener("abort", () => {
    const { reason } = deadline.signal;
    release(reason);
    // A waiting reader gets the error at once.
    guard?.deref()?.error(failed(reason));
  });
  const guarded = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // The signal must not keep a body alive that is otherwise unused.
        guard = typeof WeakRef === "function" ? new WeakRef(controller) : { deref: () => controller };
      },
      async pull(controller) {
        try {
          const { done, value } = await deadline.within(reader.read());
          if (!done) return controller.enqueue(value);
          deadline.stop();
          controller.close();
        } catch (thrown) {
          release(thrown);
          controller.error(failed(thrown));
        }
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );
  UNREAD?.register(guarded, release);
  return guarded;
}
