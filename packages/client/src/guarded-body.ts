import type { Watch } from "./watch.ts";

/** Statuses whose answers have no body, which a `Response` with one would not be made for (Fetch, 2.2.3). */
const WITHOUT_BODY: readonly number[] = [101, 103, 204, 205, 304];

/** Bodies that nobody holds any more: what they hold is let go of. Some runtimes do not have it. */
const UNREAD =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry<() => void>((release) => release()) : undefined;

/**
 * The same answer with a body that keeps to the limits of its watch. Reads only as the caller does; ends the watch with
 * the body.
 *
 * @param failed Makes the error that the reader gets of what the body failed with.
 */
export function guardBody(response: Response, watch: Watch, failed: (thrown: unknown) => unknown): Response {
  const { status } = response;
  if (response.body === null || WITHOUT_BODY.includes(status) || status < 200) {
    watch.stop();
    return response;
  }
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  // Asks the answer itself: undici closes the body of one that is no longer held.
  const read = () => {
    reader ??= response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    return reader.read();
  };
  const cancel = async (reason?: unknown) => (reader ?? response.body)?.cancel(reason);
  const release = (reason?: unknown) => {
    watch.stop();
    cancel(reason).catch(() => {});
  };
  watch.signal.addEventListener("abort", () => release(watch.signal.reason), { once: true });
  const guarded = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await watch.within(read());
          if (!done) return controller.enqueue(value);
          watch.stop();
          controller.close();
        } catch (thrown) {
          release(thrown);
          controller.error(failed(thrown));
        }
      },
      cancel(reason) {
        watch.stop();
        return cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  UNREAD?.register(guarded, release);
  const { headers, url, redirected } = response;
  // A server may send more than a made response may have.
  const statusText = /^[\t\x20-\x7e\x80-\xff]*$/.test(response.statusText) ? response.statusText : "";
  const copy = new Response(guarded, { status, statusText, headers });
  // A made response has neither; the caller's should say where it came from.
  return Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } });
}
