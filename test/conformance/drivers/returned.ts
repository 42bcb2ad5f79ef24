import type { Readable } from "node:stream";
import type { Contract, EventStream, StreamOptions } from "@uhp-errors/core";
import { acme } from "../../support/catalog.ts";
import { type Handler, type Io, MAX_BYTES } from "./driver.ts";

/**
 * Runs a handler that answers by calling functions, on a framework whose handlers return their answer.
 *
 * @param ioOf Makes what the handler gets. Its functions pass the answer to `resolve`.
 * @param stream Makes the answer that is a stream of events, whose handler ends it or fails.
 */
export function returned<Answer>(
  handler: Handler,
  ioOf: (resolve: (answer: Answer) => void) => Omit<Io, "response" | "stream">,
  stream: (contract: Contract, options: StreamOptions, produce: (events: EventStream) => Promise<never>) => Answer,
): Promise<Awaited<Answer>> {
  return new Promise<Awaited<Answer>>((resolve, reject) => {
    let failLater: (thrown: unknown) => void = () => {};
    const failed = new Promise<never>((_, fail) => {
      failLater = fail;
    });
    failed.catch(() => {});
    const answer = (given: Answer) => resolve(given as Awaited<Answer>);
    const io = ioOf(answer);
    Object.defineProperty(io, "response", {
      get() {
        throw new TypeError("a handler that returns its answer has no response of Node's");
      },
    });
    const streamed = (contract: Contract, options: StreamOptions): EventStream => {
      let events: EventStream | undefined;
      const produce = (given: EventStream) => {
        events = given;
        return failed;
      };
      answer(stream(contract, options, produce));
      return events as unknown as EventStream;
    };
    const fail = (thrown: unknown) => {
      reject(thrown);
      failLater(thrown);
    };
    new Promise((done) => done(handler(Object.assign(io, { stream: streamed }) as Io))).catch(fail);
  });
}

/** The pieces of a stream as bytes. The fetch standard wants these in a body, and some streams of Node give strings. */
export async function* bytesOf(body: Readable): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of body) yield Buffer.from(piece);
}

/** The status that other frameworks answer a thrown value with. */
export function statusOf(thrown: unknown): number {
  const { status } = Object(thrown) as { readonly status?: unknown };
  return typeof status === "number" ? status : 500;
}

/** The size of an uploaded file, if it is one. Throws for one that is too large. */
export function sizeOf(file: unknown): number | null {
  if (!(file instanceof File)) return null;
  if (file.size <= MAX_BYTES) return file.size;
  throw acme.error("file_too_large", { param: "file", detail: { max_bytes: MAX_BYTES } });
}
