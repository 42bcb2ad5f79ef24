import type { RequestContext } from "@uhp-errors/core";
import type { Provoked } from "../provoke.ts";

/** A request with these header fields. */
export function requestWith(headers: Readonly<Record<string, string>> = {}): RequestContext {
  return { method: "POST", path: "/", header: (name) => headers[name] };
}

/** What `run` throws, or rejects with, while it serves a request. */
export function caught(run: () => unknown, headers?: Readonly<Record<string, string>>): () => Promise<Provoked> {
  const context = requestWith(headers);
  return async () => {
    try {
      await run();
    } catch (thrown) {
      return { thrown, context };
    }
    throw new Error("nothing was thrown");
  };
}

/** A value that is thrown unchanged. */
export function raised(thrown: unknown, headers?: Readonly<Record<string, string>>): () => Promise<Provoked> {
  return caught(() => {
    throw thrown;
  }, headers);
}

/** An error that is made during a request, as a route throws it that only makes the failing call. */
export function made(make: () => unknown, headers?: Readonly<Record<string, string>>): () => Promise<Provoked> {
  return async () => ({ thrown: await make(), context: requestWith(headers) });
}
