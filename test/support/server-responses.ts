import { getRequestListener } from "@hono/node-server";
import { FastResponse } from "srvx";
import { onTestFinished } from "vitest";

// The packages for fetch are compiled without Node's types.
const { Readable } = await import("node:stream" as string);

const { Request: RealRequest, Response: RealResponse } = globalThis;

/** The response class of srvx, the server below h3. */
export const ServedResponse: typeof Response = FastResponse;

/** Until the end of the test, puts the classes of `@hono/node-server` in the place of the runtime's, as that server does. */
export function useHeldResponses(): void {
  getRequestListener(() => new Response());
  onTestFinished(() => void Object.assign(globalThis, { Request: RealRequest, Response: RealResponse }));
}

/** The parts with which a response of srvx leaves: a server asks for them once. */
export function servedParts(response: Response): { status: number; headers: readonly string[]; body?: unknown } {
  return (response as unknown as { _toNodeResponse(): { status: number; headers: string[] } })._toNodeResponse();
}

/** A Node stream of these pieces, which breaks off at the end if there is a failure. */
export function nodeStream(texts: readonly string[], failure?: Error): ReadableStream {
  const left = [...texts];
  const stream = new Readable({
    read() {
      const text = left.shift();
      if (text !== undefined) stream.push(text);
      else if (failure === undefined) stream.push(null);
      else stream.destroy(failure);
    },
  });
  // As a server does.
  stream.on("error", () => {});
  return stream;
}
