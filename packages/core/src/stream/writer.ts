import { attempt, ignoreRejection, quietly } from "../untrusted/attempt.ts";
import type { EventStream, StreamEvent, StreamHead, StreamOptions } from "./event-stream.ts";
import type { StreamState } from "./failed-stream.ts";
import { eventText } from "./last-events.ts";
import { type Outlet, outletOf, type StreamSink } from "./sink.ts";

const HEAD: StreamHead = Object.freeze({
  status: 200,
  headers: Object.freeze({
    "Content-Type": "text/event-stream; charset=utf-8",
    // A compressor or proxy that buffers bytes would hold events back.
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
  }),
});

const KEEP_ALIVE = ": keep-alive\n\n";

/** Below the contract's 30 seconds, because a timer may fire late. */
const LONGEST_SILENCE = 29_000;
const DEFAULT_SILENCE = 15_000;
const TERMINAL: ReadonlySet<unknown> = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** Fails a stream. Returns its last events as a string, or `undefined` if the client has left. */
export type Failing = (
  thrown: unknown,
  at: {
    readonly nextSequenceNumber: number;
    readonly responseObject: object;
    readonly state: StreamState;
  },
) => string | undefined;

/** Whether the thrown value states how the task ended. It belongs in the task's response object, so it is never sent outside a stream. */
export type EndsTask = (thrown: unknown) => boolean;

/** Opens a stream on a sink. @throws TypeError if there is no response object, or if the sink is of no known kind. */
export function openStream(
  sink: StreamSink,
  options: StreamOptions,
  failing: Failing,
  endsTask: EndsTask,
): EventStream {
  const response: unknown = Object(options).responseObject;
  if (typeof response === "object" && response !== null) return new Writer(sink, options, failing, endsTask);
  throw new TypeError("stream: expected { responseObject }, the response object that the stream is about");
}

class Writer implements EventStream {
  readonly #options: StreamOptions;
  readonly #failing: Failing;
  readonly #endsTask: EndsTask;
  readonly #outlet: Outlet;
  readonly #silence: number;
  #response: object;
  #next = 0;
  #started = false;
  /** Whether a terminal event was sent, or the stream has failed. */
  #over = false;
  #ended = false;
  #gone = false;
  #ready = true;
  #waiting: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(sink: StreamSink, options: StreamOptions, failing: Failing, endsTask: (thrown: unknown) => boolean) {
    this.#options = options;
    this.#failing = failing;
    this.#endsTask = endsTask;
    this.#response = options.responseObject;
    const { keepAliveMs: keepAlive } = options;
    const stated = typeof keepAlive === "number" && keepAlive > 0;
    this.#silence = stated ? Math.min(keepAlive, LONGEST_SILENCE) : DEFAULT_SILENCE;
    this.#outlet = outletOf(sink, { onReady: () => this.#onReady(), onClosed: () => this.#onClosed() });
    this.#rest();
  }

  get open(): boolean {
    return !(this.#over || this.#ended || this.#gone);
  }

  async send(event: StreamEvent): Promise<boolean> {
    if (!this.open) return false;
    try {
      const { type, sequence_number: _replaced, ...fields } = event;
      if (typeof type !== "string") throw new TypeError("an event must have a type");
      const text = eventText({ type, sequence_number: this.#next, ...fields });
      const { response } = fields;
      if (typeof response === "object" && response !== null) this.#response = response;
      this.#next += 1;
      this.#over = TERMINAL.has(type);
      this.#write(text);
      if (this.#over) this.end();
    } catch (thrown) {
      this.fail(thrown);
    }
    // A sink that has ended never says that it has room again.
    if (!this.#ready && this.open) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.open;
  }

  fail(thrown: unknown): void {
    const { onRefused } = this.#options;
    const untouched = this.open && !this.#started;
    if (untouched && onRefused !== undefined && !this.#endsTask(thrown)) {
      this.#stop();
      attempt(
        () => ignoreRejection(onRefused(thrown)),
        (failure) => this.#outlet.destroy(failure),
      );
      return;
    }
    const state = this.#gone ? "gone" : this.open ? "open" : "over";
    const text = this.#failing(thrown, { nextSequenceNumber: this.#next, responseObject: this.#response, state });
    if (state === "open" && text !== undefined) this.#write(text);
    this.#over = true;
    this.end();
    // The contract knows that the client has left before the sink says so.
    if (state === "open" && text === undefined) this.#gone = true;
  }

  end(): void {
    if (this.#ended) return;
    const writable = !this.#gone;
    this.#stop();
    if (!writable) return;
    this.#start();
    this.#outlet.end();
  }

  #stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#release();
  }

  #start(): void {
    if (this.#started) return;
    this.#started = true;
    quietly(() => this.#options.onStart?.(HEAD));
  }

  #write(text: string): void {
    this.#start();
    this.#ready = this.#outlet.write(text);
    this.#rest();
  }

  /** Restarts the keep-alive timer, unless the stream is closed or the client is not reading. */
  #rest(): void {
    clearTimeout(this.#timer);
    if (!this.open || !this.#ready) return;
    this.#timer = setTimeout(() => this.#write(KEEP_ALIVE), this.#silence);
    // The timer must not keep a process alive that has nothing else to do.
    (this.#timer as { unref?: () => unknown }).unref?.();
  }

  #onReady(): void {
    this.#ready = true;
    this.#release();
    this.#rest();
  }

  #onClosed(): void {
    this.#gone ||= !this.#ended;
    clearTimeout(this.#timer);
    this.#release();
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
