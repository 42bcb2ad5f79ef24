import type { Bytes } from "./body.ts";

/** Whether the runtime is workerd, which knows the length of its own streams, and tells of them a turn of its loop later. */
const IS_WORKERD = "FixedLengthStream" in globalThis;

/** Whether the runtime is Bun. It gives a text its type only as it sends it, and forgets that it was a text once its body is looked at. */
const IS_BUN = "Bun" in globalThis;

/**
 * Whether a body is a stream of the runtime's own, which it sends with its length, and in the encoding that it has. Of a stream that
 * JavaScript made, workerd reads no bytes into a buffer.
 */
export function isRuntimesOwn(body: ReadableStream<Bytes>): boolean {
  if (!IS_WORKERD) return false;
  try {
    body.getReader({ mode: "byob" }).releaseLock();
    return true;
  } catch {
    return false;
  }
}

/** Whether a response must leave without a look at its body, since it would lose its type. */
export function isTypedLater(response: Response): boolean {
  if (!IS_BUN || response.bodyUsed || response.headers.has("content-type")) return false;
  // What has no body at all may be returned again, and is told apart by a copy.
  const { body } = response.clone();
  void body?.cancel().catch(() => {});
  return body !== null;
}
