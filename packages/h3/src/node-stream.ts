import { peek } from "@uhp-errors/core/internal";

/** The parts of a readable stream of Node's that are used. */
interface NodeStream {
  readonly destroyed: boolean;
  readonly errored: Error | null;
  readonly readableEnded: boolean;
  pipe(to: never): unknown;
  on(event: string, listener: (thrown: unknown) => void): unknown;
  off(event: string, listener: (thrown: unknown) => void): unknown;
}

/** The symbol by which h3 marks responses of its own class. */
const MARK = Symbol.for("h3.HTTPResponse");

/** Returns the value that h3 makes the body from: the value itself, or the body of a response of h3's own class. */
export function bodyContent(value: unknown): unknown {
  return peek(value, MARK) === true ? peek(value, "body") : value;
}

/** Whether a value is a readable stream of Node's. */
export function isNodeStream(value: unknown): value is NodeStream {
  if (typeof value !== "object" || value === null) return false;
  const { pipe, on, off } = value as Partial<NodeStream>;
  return (
    typeof pipe === "function" && typeof on === "function" && typeof off === "function" && "readableEnded" in value
  );
}

/**
 * Resolves when the stream has its first bytes or has ended. h3's server waits for the same before it sends the head.
 * Rejects if the stream fails before that.
 */
export function begun(stream: NodeStream): Promise<void> {
  return new Promise((resolve, reject) => {
    if (stream.readableEnded) return resolve();
    if (stream.destroyed)
      return reject(stream.errored ?? new TypeError("the handler returned a stream that was destroyed"));
    const settle = (act: (thrown: unknown) => void) => (thrown: unknown) => {
      for (const [event, listener] of listeners) stream.off(event, listener);
      act(thrown);
    };
    const listeners = [
      ["readable", settle(() => resolve())],
      ["end", settle(() => resolve())],
      ["error", settle(reject)],
      ["close", settle(() => reject(stream.errored ?? new TypeError("the stream was closed before its first byte")))],
    ] as const;
    for (const [event, listener] of listeners) stream.on(event, listener);
  });
}
