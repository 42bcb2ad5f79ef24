import type { Readable } from "node:stream";
import { builtin } from "../builtin.ts";

/** Calls `onFailed` if a body is a stream that fails, or that is closed before its end. */
export function watchStream(body: unknown, onFailed: (error: NodeJS.ErrnoException) => void): void {
  try {
    const stream = streamOf(body);
    if (stream === undefined) return;
    builtin.stream.finished(stream as Readable, (error) => {
      if (error) onFailed(error);
    });
  } catch {
    // Not every object with these methods is a stream. The framework refuses or serializes it.
  }
}

/** Returns the stream that a body is or that a `Response` holds, of Node's kind or the web's. */
function streamOf(body: unknown): object | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("pipe" in body || "getReader" in body) return body;
  return body instanceof Response && body.body !== null ? body.body : undefined;
}
