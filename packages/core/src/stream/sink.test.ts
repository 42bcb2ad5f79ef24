import { describe, expect, test } from "vitest";
import { type NodeSink, outletOf, type StreamSink, type WebWriter } from "./sink.ts";

function listening() {
  const events: string[] = [];
  return { events, listener: { onReady: () => events.push("ready"), onClosed: () => events.push("closed") } };
}

const throwing = (): never => {
  throw new Error("x");
};
const rejecting = () => Promise.reject(new Error("x"));

/** Waits until all promises that are settled already have been dealt with. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

test.each([undefined, null, 7, {}, { write() {} }, { on() {} }, { getWriter: 7 }, { write: 7, on() {} }])(
  "%j cannot be written to",
  (sink) => {
    expect(() => outletOf(sink as unknown as StreamSink, listening().listener)).toThrow(
      "stream: expected a Node writable or a web WritableStream to write to",
    );
  },
);

/** A writable whose methods can be made to fail, and that counts its listeners. */
class Writable implements NodeSink {
  readonly #listeners = new Map<string, Set<() => void>>();
  destroyed = false;
  writableEnded = false;
  stream: { destroyed: boolean } | undefined;
  readonly calls: unknown[] = [];
  hasRoom = true;
  isBroken = false;

  write(text: string): boolean {
    this.calls.push(text);
    if (this.isBroken) throw new Error("refused");
    return this.hasRoom;
  }

  end(): void {
    this.calls.push("end");
    if (this.isBroken) throw new Error("refused");
  }

  destroy(error: Error): void {
    this.calls.push(error.message);
    this.destroyed = true;
  }

  on(event: string, listener: () => void): void {
    this.#listeners.set(event, new Set([...(this.#listeners.get(event) ?? []), listener]));
  }

  removeListener(event: string, listener: () => void): void {
    this.#listeners.get(event)?.delete(listener);
  }

  /** Returns whether anything listened. */
  emit(event: string): boolean {
    const listeners = [...(this.#listeners.get(event) ?? [])];
    for (const listener of listeners) listener();
    return listeners.length > 0;
  }

  listenerCounts(): readonly (number | undefined)[] {
    return ["drain", "close", "error"].map((event) => this.#listeners.get(event)?.size ?? 0);
  }
}

describe("a Node writable", () => {
  test("says whether there is room, and when there is again", () => {
    const [sink, { events, listener }] = [new Writable(), listening()];
    const outlet = outletOf(sink, listener);
    expect(outlet.write("a")).toBe(true);
    sink.hasRoom = false;
    expect(outlet.write("b")).toBe(false);
    sink.emit("drain");
    outlet.end();
    expect([sink.calls, events]).toEqual([["a", "b", "end"], ["ready"]]);
  });

  test("is closed once, and then has no listeners", () => {
    const [sink, { events, listener }] = [new Writable(), listening()];
    outletOf(sink, listener);
    expect(sink.listenerCounts()).toEqual([1, 1, 1]);
    sink.emit("close");
    sink.emit("close");
    expect([sink.listenerCounts(), events]).toEqual([[0, 0, 0], ["closed"]]);
  });

  test.each([
    ["destroyed", { destroyed: true }],
    ["ended", { writableEnded: true }],
    ["of a destroyed HTTP/2 stream", { stream: { destroyed: true } }],
  ])("that is %s is closed from the beginning, and is not written to", (_what, state) => {
    const [sink, { events, listener }] = [Object.assign(new Writable(), state), listening()];
    const outlet = outletOf(sink, listener);
    expect([events, sink.listenerCounts()]).toEqual([["closed"], [0, 0, 0]]);
    expect(outlet.write("a")).toBe(false);
    expect([sink.calls, events]).toEqual([[], ["closed", "closed"]]);
  });

  test("is open while its HTTP/2 stream is", () => {
    const [sink, { events, listener }] = [Object.assign(new Writable(), { stream: { destroyed: false } }), listening()];
    expect(outletOf(sink, listener).write("a")).toBe(true);
    expect(events).toEqual([]);
  });

  test("that fails is closed if it is over", () => {
    const [sink, { events, listener }] = [new Writable(), listening()];
    outletOf(sink, listener);
    sink.emit("error");
    expect(events).toEqual([]);
    sink.destroyed = true;
    sink.emit("error");
    expect(events).toEqual(["closed"]);
  });

  test.each(["write", "end"] as const)("is destroyed if %s throws", (method) => {
    const [sink, { events, listener }] = [Object.assign(new Writable(), { isBroken: true }), listening()];
    const outlet = outletOf(sink, listener);
    if (method === "write") expect(outlet.write("a")).toBe(false);
    else outlet.end();
    expect([sink.calls.at(-1), events]).toEqual(["refused", ["closed"]]);
    // An error that follows must not end the process.
    expect(sink.emit("error")).toBe(true);
  });

  test.each([
    ["cannot be destroyed", undefined],
    ["throws while it is destroyed", throwing],
  ])("that %s is closed all the same", (_what, destroy) => {
    const [sink, { events, listener }] = [new Writable(), listening()];
    Reflect.set(sink, "destroy", destroy);
    outletOf(sink, listener).destroy(new Error("x"));
    expect([sink.calls, events]).toEqual([[], ["closed"]]);
  });
});

describe("a web stream", () => {
  /** The writer of a stream, and what reaches it. */
  function web(change: Partial<WebWriter> = {}) {
    const calls: string[] = [];
    const writer: WebWriter = {
      ready: Promise.resolve(),
      closed: new Promise(() => {}),
      write: async (bytes) => calls.push(new TextDecoder().decode(bytes)),
      close: async () => calls.push("close"),
      ...change,
    };
    return { calls, sink: { getWriter: () => writer } };
  }

  test("tells when there is room, never at once", async () => {
    const [{ calls, sink }, { events, listener }] = [web(), listening()];
    const outlet = outletOf(sink, listener);
    expect([outlet.write("é"), events]).toEqual([false, []]);
    await settled();
    expect([calls, events]).toEqual([["é"], ["ready"]]);
    outlet.end();
    outlet.destroy(new Error("x"));
    expect(calls).toEqual(["é", "close", "close"]);
  });

  test.each<readonly [string, () => Promise<unknown>]>([
    ["closed", () => Promise.resolve()],
    ["failed", () => Promise.reject(new Error("x"))],
  ])("that is %s is closed", async (_what, closed) => {
    const [{ sink }, { events, listener }] = [web({ closed: closed() }), listening()];
    outletOf(sink, listener);
    await settled();
    expect(events).toEqual(["closed"]);
  });

  test.each<readonly [string, () => Partial<WebWriter>]>([
    ["rejects what is written", () => ({ write: rejecting, ready: rejecting() })],
    ["throws", () => ({ write: throwing })],
  ])("that %s is closed", async (_what, change) => {
    const [{ sink }, { events, listener }] = [web(change()), listening()];
    expect(outletOf(sink, listener).write("a")).toBe(false);
    await settled();
    expect(events).toEqual(["closed"]);
  });

  test("may refuse to be closed", async () => {
    for (const close of [throwing, rejecting]) {
      const [{ sink }, { events, listener }] = [web({ close }), listening()];
      outletOf(sink, listener).end();
      await settled();
      expect(events).toEqual(close === throwing ? ["closed"] : []);
    }
  });
});
