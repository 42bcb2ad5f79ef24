import { describe, expect, test, vi } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import { createContract } from "../contract/create-contract.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { StreamOptions } from "./event-stream.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_agent_crashed: { task: true, message: "The agent crashed." } },
});
const response = { id: "resp_1", status: "in_progress" };
const COMMENT = ": keep-alive\n\n";

/** A Node writable whose room a test decides. */
class Sink {
  readonly #listeners = new Map<string, (() => void)[]>();
  readonly written: string[] = [];
  /** What it was destroyed with. */
  readonly failures: unknown[] = [];
  room = true;
  ended = false;
  destroyed = false;
  on(event: string, listener: () => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }
  removeListener(event: string, listener: () => void): void {
    const left = (this.#listeners.get(event) ?? []).filter((other) => other !== listener);
    this.#listeners.set(event, left);
  }
  emit(event: string): void {
    for (const listener of this.#listeners.get(event) ?? []) listener();
  }
  write(text: string): boolean {
    this.written.push(text);
    return this.room;
  }
  end(): void {
    this.ended = true;
    this.emit("close");
  }
  leave(): void {
    this.destroyed = true;
    this.emit("close");
  }
  destroy(failure: unknown): void {
    this.failures.push(failure);
    this.leave();
  }
  get listening(): number {
    return [...this.#listeners.values()].flat().length;
  }
  get events(): Record<string, unknown>[] {
    return this.written
      .filter((text) => text !== COMMENT)
      .flatMap((text) =>
        text
          .split("\n\n")
          .filter((part) => part !== "")
          .map((part) => JSON.parse(part.replace("data: ", ""))),
      );
  }
}

/** Makes a test whose timers run only when it says so. */
function timed<Given extends unknown[]>(act: (...given: Given) => unknown): (...given: Given) => Promise<void> {
  return async (...given) => {
    vi.useFakeTimers();
    try {
      await act(...given);
    } finally {
      vi.useRealTimers();
    }
  };
}

function opened(options: Partial<StreamOptions> = {}, contractOptions = {}, sink = new Sink()) {
  const { contract, reports } = reporting(acme, contractOptions);
  const context: RequestContext = { method: "POST", path: "/v1/responses", header: () => undefined };
  return { sink, reports, stream: contract.stream(sink, context, { responseObject: response, ...options }) };
}

describe("events", () => {
  test(
    "are numbered from 0, whatever number they have",
    timed(async () => {
      const { stream, sink } = opened();
      await expect(stream.send({ type: "response.created", sequence_number: 9, response })).resolves.toBe(true);
      await stream.send({ type: "response.output_text.delta", delta: "a\n\nb" });
      await expect(stream.send({ type: "response.completed", response })).resolves.toBe(false);
      stream.end();
      expect(sink.written[0]).toBe(
        'data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","status":"in_progress"}}\n\n',
      );
      expect(sink.events.map((event) => event["sequence_number"])).toEqual([0, 1, 2]);
      expect([sink.ended, sink.listening, vi.getTimerCount()]).toEqual([true, 0, 0]);
    }),
  );

  test(
    "end with the terminal one: later ones are dropped, and a failure then is only reported",
    timed(async () => {
      const { stream, sink, reports } = opened();
      await stream.send({ type: "response.incomplete", response });
      expect([sink.ended, sink.listening, vi.getTimerCount()]).toEqual([true, 0, 0]);
      await expect(stream.send({ type: "late" })).resolves.toBe(false);
      stream.fail(new Error("late"));
      stream.fail(new Error("later"));
      expect(sink.events).toHaveLength(1);
      expect(reports.map(({ outcome }) => outcome)).toEqual(["late", "late"]);
      expect([sink.ended, vi.getTimerCount()]).toEqual([true, 0]);
    }),
  );

  test(
    "end without waiting for room that an ended sink never tells of",
    timed(async () => {
      const sink = new Sink();
      sink.room = false;
      sink.end = () => {
        sink.ended = true;
      };
      const { stream } = opened({}, {}, sink);
      await expect(stream.send({ type: "response.completed" })).resolves.toBe(false);
      expect(sink.ended).toBe(true);
    }),
  );

  test(
    "that are not JSON fail the stream",
    timed(async () => {
      const { stream, sink, reports } = opened();
      await stream.send({ type: "response.created" });
      await expect(stream.send({ type: "odd", value: 1n })).resolves.toBe(false);
      expect(sink.events.map(({ type, sequence_number }) => [type, sequence_number])).toEqual([
        ["response.created", 0],
        ["error", 1],
        ["response.failed", 2],
      ]);
      expect(reports).toMatchObject([{ outcome: "streamed", level: "error" }]);
    }),
  );
});

describe("a failure", () => {
  test(
    "is an error event and one terminal event with the newest response",
    timed(async () => {
      const { stream, sink } = opened();
      await stream.send({ type: "response.in_progress", response: { ...response, output: ["a"] } });
      stream.fail(acme.taskError("acme_agent_crashed"));
      stream.end();
      const error = { code: "acme_agent_crashed", message: "The agent crashed.", param: null };
      expect(sink.events.slice(1)).toEqual([
        { type: "error", sequence_number: 1, ...error },
        {
          type: "response.failed",
          sequence_number: 2,
          response: {
            id: "resp_1",
            status: "failed",
            output: ["a"],
            error: { type: "harness_error", ...error, detail: null },
          },
        },
      ]);
      expect(sink.ended).toBe(true);
    }),
  );

  test.each([
    [false, { code: "cancelled" }],
    [true, null],
  ])(
    "by cancellation is the terminal event alone (null: %s)",
    timed((nullCancelledError, error) => {
      const { stream, sink, reports } = opened({}, { compat: { nullCancelledError } });
      stream.fail(acme.taskError("cancelled"));
      expect(sink.events).toMatchObject([
        { type: "response.failed", sequence_number: 0, response: { status: "cancelled", error } },
      ]);
      expect(reports).toEqual([]);
    }),
  );

  test(
    "before the first byte is answered without a stream if possible",
    timed(() => {
      const onRefused = vi.fn(() => {
        throw new Error("x");
      });
      const onStart = vi.fn();
      const { stream, sink, reports } = opened({ onRefused, onStart });
      const failure = new Error("early");
      stream.fail(failure);
      stream.end();
      expect(onRefused.mock.calls).toEqual([[failure]]);
      expect(onStart).not.toHaveBeenCalled();
      expect([sink.written, reports, vi.getTimerCount(), stream.open]).toEqual([[], [], 0, false]);
      // The answer has failed as well, so the client must not wait for one.
      expect(sink.failures).toEqual([new Error("x")]);
    }),
  );

  test.each(["write", "end"] as const)(
    "of the sink's own %s destroys it, so that its client does not wait",
    timed(async (method) => {
      const { stream, sink, reports } = opened();
      const failure = new Error("a wrapper of the response");
      sink[method] = () => {
        throw failure;
      };
      if (method === "write") await expect(stream.send({ type: "response.created" })).resolves.toBe(false);
      else stream.end();
      // One listener stays, for the event `error` that follows.
      expect([sink.failures, sink.listening, vi.getTimerCount(), stream.open]).toEqual([[failure], 1, 0, false]);
      expect(reports).toEqual([]);
    }),
  );

  test("after the contract knows that the client has left is no failure of a response that was sent", () => {
    const { contract, reports } = reporting(acme);
    let phase: "gone" | "finished" = "gone";
    const context: RequestContext = { method: "GET", path: "/", header: () => undefined, phase: () => phase };
    const sink = new Sink();
    const stream = contract.stream(sink, context, { responseObject: response });
    stream.fail(new Error("read ECONNRESET"));
    phase = "finished";
    stream.fail(new Error("after it"));
    expect(reports.map(({ outcome }) => outcome)).not.toContain("late");
  });

  test(
    "that comes twice is reported once",
    timed(() => {
      const { stream, reports } = opened();
      const thrown = new Error("x");
      stream.fail(thrown);
      stream.fail(thrown);
      stream.fail(new Error("y"));
      expect(reports.map(({ outcome }) => outcome)).toEqual(["streamed", "late"]);
    }),
  );

  test.each(["cancelled", "acme_agent_crashed"] as const)(
    "that states how the task ended (%s) is never handed over",
    timed((code) => {
      const refused: unknown[] = [];
      const { stream, sink } = opened({ onRefused: (thrown) => refused.push(thrown) });
      stream.fail(acme.taskError(code));
      expect(refused).toEqual([]);
      expect(sink.events.at(-1)).toMatchObject({ type: "response.failed" });
    }),
  );

  test(
    "is handed over if its code is of no catalog",
    timed(() => {
      const refused: unknown[] = [];
      const { stream } = opened({ onRefused: (thrown) => refused.push(thrown) });
      const other = defineCatalog({ vendor: "other", codes: { other_down: { status: 503, message: "Down." } } });
      stream.fail(other.error("other_down"));
      expect(refused).toHaveLength(1);
    }),
  );

  test(
    "after a comment is sent as events",
    timed(() => {
      const onRefused = vi.fn();
      const { stream, sink } = opened({ onRefused });
      vi.advanceTimersByTime(15_000);
      stream.fail(new Error("x"));
      expect(onRefused).not.toHaveBeenCalled();
      expect(sink.events).toHaveLength(2);
    }),
  );
});

describe("the comment", () => {
  test.each<[keepAlive: unknown, silence: number]>([
    [undefined, 15_000],
    [20, 20],
    [60_000, 29_000],
    [Number.POSITIVE_INFINITY, 29_000],
    [0, 15_000],
    [-1, 15_000],
    [Number.NaN, 15_000],
    ["5", 15_000],
  ])(
    "with %s ms is sent after every %s ms of silence",
    timed(async (keepAlive, silence) => {
      const { stream, sink } = opened({ keepAliveMs: keepAlive as number });
      await stream.send({ type: "response.created" });
      vi.advanceTimersByTime(silence - 1);
      expect(sink.written).toHaveLength(1);
      vi.advanceTimersByTime(1 + 2 * silence);
      expect(sink.written.slice(1)).toEqual([COMMENT, COMMENT, COMMENT]);
    }),
  );

  test(
    "is not sent while events come",
    timed(async () => {
      const { stream, sink } = opened({ keepAliveMs: 1_000 });
      for (let step = 0; step < 10; step += 1) {
        await stream.send({ type: "delta" });
        vi.advanceTimersByTime(999);
      }
      expect(sink.written).not.toContain(COMMENT);
    }),
  );

  test(
    "does not keep a process alive",
    timed(() => {
      const { stream } = opened();
      const unref = vi.fn();
      const faked = setTimeout;
      // Not a spy: vitest puts back what a spy replaced after the file too, and that is the faked timer.
      globalThis.setTimeout = ((act: () => void, ms: number) => Object.assign(faked(act, ms), { unref })) as never;
      void stream.send({ type: "delta" });
      globalThis.setTimeout = faked;
      expect(unref).toHaveBeenCalled();
    }),
  );

  test(
    "waits while the client reads nothing",
    timed(async () => {
      const { stream, sink } = opened({ keepAliveMs: 1_000 });
      sink.room = false;
      const sent = stream.send({ type: "delta" });
      vi.advanceTimersByTime(100_000);
      expect(sink.written).toHaveLength(1);
      sink.room = true;
      sink.emit("drain");
      await expect(sent).resolves.toBe(true);
      vi.advanceTimersByTime(1_000);
      expect(sink.written).toEqual([sink.written[0], COMMENT]);
    }),
  );
});

test.each<readonly [what: string, event: unknown, message: string]>([
  ["a number", 1, "an event must have a type"],
  ["null", null, "Cannot destructure"],
  ["an object without a type", { delta: "a" }, "an event must have a type"],
  ["one whose type is no text", { type: 7 }, "an event must have a type"],
  ["one that JSON leaves out", { type: "a", toJSON: () => undefined }, "an event must be JSON"],
])(
  "%s is not an event, and ends the stream like a failure of the service",
  timed(async (_what, event, message) => {
    const { stream, sink, reports } = opened();
    await expect(stream.send(event as never)).resolves.toBe(false);
    expect(sink.events.map(({ type }) => type)).toEqual(["error", "response.failed"]);
    const thrown = { message: expect.stringContaining(message) };
    expect(reports).toMatchObject([{ outcome: "streamed", level: "error", thrown }]);
  }),
);

describe("a client that leaves", () => {
  test(
    "leaves no timer and no listener, and lets a waiting task go on",
    timed(async () => {
      const { stream, sink, reports } = opened();
      sink.room = false;
      const sent = stream.send({ type: "delta" });
      sink.leave();
      await expect(sent).resolves.toBe(false);
      await expect(stream.send({ type: "delta" })).resolves.toBe(false);
      stream.fail(new Error("x"));
      stream.end();
      expect([sink.written.length, sink.ended, sink.listening, vi.getTimerCount()]).toEqual([1, false, 0, 0]);
      expect(reports).toMatchObject([{ outcome: "aborted", level: "debug" }]);
    }),
  );

  test(
    "before the stream began counts as gone from the start",
    timed(() => {
      const { stream, sink } = opened({}, {}, Object.assign(new Sink(), { destroyed: true }));
      expect([stream.open, sink.listening, vi.getTimerCount()]).toEqual([false, 0, 0]);
    }),
  );

  test(
    "that shows only in the sink's state is noticed at the next event",
    timed(async () => {
      const { stream, sink } = opened();
      await stream.send({ type: "delta" });
      sink.destroyed = true;
      await expect(stream.send({ type: "delta" })).resolves.toBe(false);
      expect([sink.written.length, sink.listening, vi.getTimerCount()]).toEqual([1, 0, 0]);
      const other = opened();
      other.sink.room = false;
      const sent = other.stream.send({ type: "delta" });
      other.sink.destroyed = true;
      other.sink.emit("error");
      await expect(sent).resolves.toBe(false);
    }),
  );
});

test("unusable arguments are refused with what to pass", () => {
  const contract = createContract(acme, { onError: () => {} });
  const context: RequestContext = { method: "POST", path: "/", header: () => undefined };
  const open = (sink: unknown, options: unknown) => () =>
    contract.stream(sink as WritableStream, context, options as StreamOptions);
  for (const sink of [null, undefined, {}, "text", new ReadableStream()]) {
    expect(open(sink, { responseObject: response })).toThrow(
      /^stream: expected a Node writable or a web WritableStream/,
    );
  }
  for (const options of [undefined, null, {}, { responseObject: null }, { responseObject: "resp_1" }]) {
    expect(open(new Sink(), options)).toThrow(/^stream: expected \{ responseObject \}/);
  }
  const locked = new WritableStream();
  locked.getWriter();
  expect(open(locked, { responseObject: response })).toThrow(TypeError);
});

describe("a web stream", () => {
  function piped() {
    const { contract, reports } = reporting(acme);
    const context: RequestContext = { method: "POST", path: "/", header: () => undefined };
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    return { reports, readable, stream: contract.stream(writable, context, { responseObject: response }) };
  }

  test("gets the events as bytes", async () => {
    const { readable, stream } = piped();
    const body = new Response(readable).text();
    expect(await stream.send({ type: "response.created" })).toBe(true);
    stream.fail(acme.taskError("timeout"));
    const events = (await body).split("\n\n").filter((text) => text !== "");
    expect(events.map((text) => JSON.parse(text.slice(6)).type)).toEqual([
      "response.created",
      "error",
      "response.failed",
    ]);
  });

  test("that fails releases the sender, even during a write", async () => {
    let controller: WritableStreamDefaultController | undefined;
    let began = () => {};
    const writing = new Promise<void>((resolve) => {
      began = resolve;
    });
    const writable = new WritableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
      write: () => {
        began();
        return new Promise(() => {});
      },
    });
    const contract = createContract(acme, { onError: () => {} });
    const context: RequestContext = { method: "POST", path: "/", header: () => undefined };
    const stream = contract.stream(writable, context, { responseObject: response });
    const sent = stream.send({ type: "a" });
    await writing;
    controller?.error(new Error("the client left"));
    expect(await sent).toBe(false);
    expect(stream.open).toBe(false);
  });

  test("holds the sender back while nothing is read, and releases it when cancelled", async () => {
    const { readable, stream } = piped();
    const sent = stream.send({ type: "a" });
    // The write of a web stream settles in a few microtasks, which all run before a timer.
    const timer = new Promise((resolve) => setTimeout(resolve));
    expect(await Promise.race([sent, timer])).toBe(undefined);
    await readable.cancel();
    expect(await sent).toBe(false);
    expect(await stream.send({ type: "b" })).toBe(false);
    stream.end();
  });
});

describe("the head", () => {
  const HEAD = {
    status: 200,
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    },
  };

  test.each<readonly [what: string, act: (stream: ReturnType<typeof opened>["stream"]) => unknown]>([
    ["an event", (stream) => stream.send({ type: "response.created" })],
    ["a failure", (stream) => stream.fail(new Error("x"))],
    ["an end without events", (stream) => stream.end()],
  ])(
    "is handed over once, before %s",
    timed((_what, act) => {
      const heads: unknown[] = [];
      const { stream, sink } = opened({ onStart: (head) => heads.push([head, sink.written.length]) });
      expect(heads).toEqual([]);
      act(stream);
      stream.end();
      expect(heads).toEqual([[HEAD, 0]]);
    }),
  );

  test(
    "is handed over before the first comment",
    timed(() => {
      const heads: unknown[] = [];
      const { sink } = opened({ onStart: (head) => heads.push(head) });
      vi.advanceTimersByTime(15_000);
      expect([heads, sink.written]).toEqual([[HEAD], [COMMENT]]);
    }),
  );
});

describe("the response object of the last event", () => {
  const lastOf = async (...events: readonly unknown[]) => {
    const { stream, sink } = opened();
    for (const sent of events) await stream.send({ type: "response.in_progress", response: sent });
    stream.fail(acme.error("session_busy"));
    return sink.events.at(-1)?.["response"];
  };

  test(
    "is the newest",
    timed(async () => {
      expect(await lastOf({ id: "resp_2" })).toMatchObject({ id: "resp_2", status: "failed" });
    }),
  );

  test.each([[null], ["resp_2"], [undefined], [7]])(
    "is not %j",
    timed(async (other) => {
      expect(await lastOf(other)).toMatchObject({ id: "resp_1", status: "failed" });
    }),
  );

  test(
    "is its status and error alone if the rest is not JSON",
    timed(() => {
      const { stream, sink } = opened({ responseObject: { id: 7n } });
      stream.fail(acme.error("session_busy"));
      expect(sink.events.at(-1)).toMatchObject({ type: "response.failed", response: { status: "failed" } });
      expect(Object.keys(sink.events.at(-1)?.["response"] as object).sort()).toEqual(["error", "status"]);
    }),
  );
});
