import type { Watch } from "./watch.ts";

/** Statuses whose answers have no body, which a `Response` with one would not be made for (Fetch, 2.2.3). */
const WITHOUT_BODY: readonly number[] = [101, 103, 204, 205, 304];

/**
 * The same answer with a body that keeps to the limits of its watch. Reads only as the caller does; ends the watch with
 * the body.
 *
 * @param failed Makes the error that the reader gets of what the body failed with.
 */
export function guardBody(response: Response, watch: Watch, failed: (thrown: unknown) => unknown): Response {
  const { body, status } = response;
  if (body === null || WITHOUT_BODY.includes(status) || status < 200) {
    watch.stop();
    return response;
  }
  const reader = body.getReader();
  const guarded = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await watch.within(reader.read());
          if (!done) return controller.enqueue(value);
          watch.stop();
          controller.close();
        } catch (thrown) {
          watch.stop();
          reader.cancel(thrown).catch(() => {});
          controller.error(failed(thrown));
        }
      },
      cancel(reason) {
        watch.stop();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  const { headers, statusText, url, redirected } = response;
  const copy = new Response(guarded, { status, statusText, headers });
  // A made response has neither; the caller's should say where it came from.
  return Object.defineProperties(copy, { url: { value: url }, redirected: { value: redirected } });
}
