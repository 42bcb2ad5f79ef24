import { attempt } from "../untrusted/attempt.ts";

/** The parts of a Node writable that are used. It may be a response or any other stream. */
export interface NodeSink {
  write(text: string): boolean;
  end(): unknown;
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
  removeListener(event: "drain" | "close" | "error", listener: () => void): unknown;
  /** Called if another method has thrown, so that the client does not wait for the rest. */
  destroy?(error: Error): unknown;
  readonly destroyed?: boolean;
  readonly writableEnded?: boolean;
  /** The stream of an HTTP/2 response, which has no `destroyed` of its own. */
  readonly stream?: { readonly destroyed?: boolean } | undefined;
}

/** The parts of a web `WritableStream` of bytes that are used. */
export interface WebSink {
  getWriter(): WebWriter;
}

/** The parts of a web stream's writer that are used. */
export interface WebWriter {
  readonly ready: Promise<unknown>;
  readonly closed: Promise<unknown>;
  write(bytes: Uint8Array): Promise<unknown>;
  close(): Promise<unknown>;
}

/** The target of a stream of events: a Node writable or a web `WritableStream`. */
export type StreamSink = NodeSink | WebSink;

/** A sink of either kind. None of its methods throws. */
export interface Outlet {
  /** Writes, and returns whether more may follow immediately. If not, `onReady` is called once it may. */
  write(text: string): boolean;
  end(): void;
  /** Ends after a failure that is no event of the stream. The client must not wait for more. */
  destroy(failure: unknown): void;
}

/** The events of an outlet. */
export interface OutletListener {
  onReady(): void;
  /** Called when nothing more can be written: the client left, or the stream has ended. May be called more than once. */
  onClosed(): void;
}

/** @throws TypeError if the sink is of neither kind, or if other code has locked the web stream. */
export function outletOf(sink: StreamSink, listener: OutletListener): Outlet {
  const { getWriter, write, on } = Object(sink) as Partial<WebSink & NodeSink>;
  if (typeof getWriter === "function") return webOutlet((sink as WebSink).getWriter(), listener);
  if (typeof write === "function" && typeof on === "function") return nodeOutlet(sink as NodeSink, listener);
  throw new TypeError("stream: expected a Node writable or a web WritableStream to write to");
}

function nodeOutlet(sink: NodeSink, { onReady, onClosed }: OutletListener): Outlet {
  const onClose = () => {
    sink.removeListener("drain", onReady);
    sink.removeListener("close", onClose);
    sink.removeListener("error", onError);
    onClosed();
    return false;
  };
  // Without this listener, a client that left would end the process. Some streams emit no other event.
  const onError = () => {
    if (isOver(sink)) onClosed();
  };
  sink.on("drain", onReady);
  sink.on("close", onClose);
  sink.on("error", onError);
  if (isOver(sink)) onClose();
  const destroy = (failure: unknown) => {
    attempt<unknown>(() => {
      // The event `error` comes after `onClose` has removed the listener for it.
      sink.on("error", ignore);
      return sink.destroy?.(failure as Error);
    }, ignore);
    return onClose();
  };
  // If a call throws, code in between has failed, such as a wrapper of `write` or a listener for the head. The client is still there.
  return {
    write: (text) => (isOver(sink) ? onClose() : attempt(() => sink.write(text), destroy)),
    end: () => void attempt(() => Boolean(sink.end()), destroy),
    destroy,
  };
}

function ignore(): void {}

function isOver({ destroyed, writableEnded, stream }: NodeSink): boolean {
  return destroyed === true || writableEnded === true || stream?.destroyed === true;
}

const BYTES = new TextEncoder();

function webOutlet(writer: WebWriter, { onReady, onClosed }: OutletListener): Outlet {
  writer.closed.then(onClosed, onClosed);
  const end = () => void attempt<unknown>(() => writer.close().catch(ignore), onClosed);
  return {
    write: (text) => {
      attempt<unknown>(() => {
        writer.write(BYTES.encode(text)).catch(ignore);
        // Resolves immediately if there is room, and rejects as soon as the stream fails.
        return writer.ready.then(onReady, onClosed);
      }, onClosed);
      return false;
    },
    end,
    destroy: end,
  };
}
