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

/** How a body of pieces differs from one whose pieces are there when they are asked for, and which then ends. */
interface Pieces {
  /** Breaks the body off at its end. */
  readonly failure?: Error | undefined;
  /** Whether each piece, and the end, comes some turns of the event loop after it was asked for. */
  readonly isLate?: boolean;
  readonly staysOpen?: boolean;
}

/** A body that makes its pieces on demand, so that nobody knows where it ends. */
export function pieces(
  given: readonly unknown[],
  { failure, isLate = false, staysOpen = false }: Pieces = {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = given.map((piece) => (typeof piece === "string" ? new TextEncoder().encode(piece) : piece));
  return new ReadableStream(
    {
      async pull(controller) {
        for (let turn = 0; isLate && turn < 3; turn += 1) await new Promise((next) => setTimeout(next, 0));
        if (left.length > 0) controller.enqueue(left.shift() as Uint8Array<ArrayBuffer>);
        else if (failure !== undefined) controller.error(failure);
        else if (staysOpen) await new Promise(() => {});
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A response of another class, as polyfills make them. */
export function polyfilled(fields: object): Response {
  const own = { type: "default", status: 200, headers: new Headers(), body: null, url: "", bodyUsed: false };
  const tagged = Object.defineProperties(own, Object.getOwnPropertyDescriptors(fields));
  return Object.assign(tagged, { [Symbol.toStringTag]: "Response" }) as object as Response;
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
