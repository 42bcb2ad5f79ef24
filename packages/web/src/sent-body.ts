import { defineOwn, MAX_ENVELOPE_BYTES } from "@uhp-errors/core/internal";
import { type Bytes, concatenate, readBeginning } from "./body.ts";
import { heldParts, readFields, type ServedResponse } from "./held.ts";
import { SERVES_BY_ITSELF, statusOf } from "./runtime.ts";

/** The head of a response, as it leaves. */
export interface SentHead {
  readonly status: number;
  header(name: string): string | undefined;
}

/** The part of a body that was seen. */
export interface SentBody {
  /** The first bytes. */
  readonly bytes: Bytes;
  /** Whether these are all bytes. */
  readonly isWhole: boolean;
  /** Whether they came in one piece. */
  readonly isAtOnce: boolean;
}

/** The calls about a body while its server reads it. */
export interface BodyWatch {
  /** Milliseconds after which `onEnd` is called even if the body has not ended; `undefined` for no limit. */
  readonly timeoutMs: number | undefined;
  /** Runs all that follows, because the reader of the body must not fail with it. */
  aside(act: () => unknown): void;
  readonly onPiece: ((piece: Bytes) => void) | undefined;
  onEnd(body: SentBody, head: SentHead): unknown;
  /** @param hasBegun Whether a piece of the body came before the failure. */
  onFailure(thrown: unknown, head: SentHead, hasBegun: boolean): void;
}

/** Returns the head of a response that has not passed it on yet. */
export function readHead(response: Response): SentHead {
  let fields: Headers | undefined;
  const header = (name: string) => {
    fields ??= readFields(response);
    return fields.get(name) ?? undefined;
  };
  return { status: statusOf(response), header };
}

/**
 * Watches the body of a response while other code reads it. Changes neither the response nor the time at which it is
 * read.
 */
export function watchBodyOf(response: Response, watch: BodyWatch): void {
  const seen = new SeenBody(watch, response);
  const held = heldParts(response);
  const served = response as ServedResponse;
  const { _toNodeResponse } = served;
  if (held !== undefined) {
    watchContent(held[1], seen);
  } else if (typeof _toNodeResponse === "function") {
    served._toNodeResponse = function (this: unknown, ...args: []) {
      const parts = Reflect.apply(_toNodeResponse, this, args);
      seen.head = { status: parts.status, header: (name) => fieldIn(parts.headers, name) };
      watchContent(parts.body, seen);
      return parts;
    };
  } else if (SERVES_BY_ITSELF) {
    watch.aside(() => readCopy(response, seen, watch));
  } else watchContent(response.body, seen);
}

function fieldIn(headers: readonly string[], wanted: string): string | undefined {
  const values = headers.filter((_value, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === wanted);
  return values.length === 0 ? undefined : values.join(", ");
}

/** A Node stream. Only its end is watched. */
interface NodeStream {
  readonly readableDidRead?: boolean;
  once(event: "close" | symbol, listener: (error?: unknown) => void): unknown;
  pipe(target: unknown): unknown;
}

function isNodeStream(content: unknown): content is NodeStream {
  const { once, pipe } = Object(content) as Partial<NodeStream>;
  return typeof once === "function" && typeof pipe === "function";
}

/** Watches a body in the form in which it was passed to the response. */
function watchContent(content: unknown, seen: SeenBody): void {
  if (content instanceof ReadableStream) watchStream(content, seen);
  else if (isNodeStream(content)) {
    // `errorMonitor` sees the error without counting as a listener for errors.
    const { errorMonitor } = content.constructor as { readonly errorMonitor?: symbol };
    const failed = (error: unknown) => seen.fail(error, content.readableDidRead === true);
    if (errorMonitor !== undefined) content.once(errorMonitor, failed);
    content.once("close", () => seen.end(false));
  } else {
    const bytes = bytesOf(content);
    if (bytes !== undefined) seen.add(bytes);
    seen.end();
  }
}

function bytesOf(content: unknown): Bytes | undefined {
  if (typeof content === "string") return new TextEncoder().encode(content.slice(0, MAX_ENVELOPE_BYTES + 1));
  return content instanceof Uint8Array ? new Uint8Array(content) : undefined;
}

/**
 * Reads a copy, because a runtime that serves responses by itself reads them out of sight. The copy does not change
 * what leaves.
 */
async function readCopy(response: Response, seen: SeenBody, { timeoutMs = 0 }: BodyWatch): Promise<void> {
  if (response.bodyUsed || response.body?.locked) {
    seen.end();
    return;
  }
  const { body } = response.clone();
  if (body === null) {
    seen.end();
    return;
  }
  const reader = body.getReader() as ReadableStreamDefaultReader<Bytes>;
  const { bytes, isWhole, failure } = await readBeginning(reader, timeoutMs);
  seen.add(bytes);
  if (!isWhole) void reader.cancel().catch(() => {});
  if (failure === undefined) seen.end(isWhole);
  else seen.fail(failure.thrown);
}

type Read = (...args: unknown[]) => Promise<{ readonly done: boolean; readonly value?: unknown }>;

/** Sees what a reader of a stream gets. */
function watchStream(stream: ReadableStream, seen: SeenBody): void {
  const { getReader } = stream as unknown as { getReader(...args: unknown[]): { read: Read } };
  defineOwn(stream, "getReader", (...args: unknown[]) =>
    watchReads(Reflect.apply(getReader, stream, args), "read", seen),
  );
  for (const name of ["values", Symbol.asyncIterator] as const) {
    const iterate: unknown = Reflect.get(stream, name);
    if (typeof iterate !== "function") continue;
    defineOwn(stream, name, (...args: unknown[]) =>
      watchReads(Reflect.apply(iterate, stream, args) as { next: Read }, "next", seen),
    );
  }
}

/** Sees what a method returns that reads a stream. Its caller gets the same promises. */
function watchReads<Name extends "read" | "next", Reader extends Readonly<Record<Name, Read>>>(
  reader: Reader,
  name: Name,
  seen: SeenBody,
): Reader {
  const read: Read = reader[name];
  defineOwn(reader, name, (...given: unknown[]) => {
    const result = Reflect.apply(read, reader, given);
    seen.read(result);
    return result;
  });
  return reader;
}

/** What was seen of a body. Its end is reported once. */
class SeenBody {
  /** The head, if the response itself no longer has it. */
  head: SentHead | undefined = undefined;
  readonly #response: Response;
  readonly #watch: BodyWatch;
  readonly #pieces: Bytes[] = [];
  #length = 0;
  #isEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(watch: BodyWatch, response: Response) {
    this.#watch = watch;
    this.#response = response;
    if (watch.timeoutMs === undefined) return;
    this.#timer = setTimeout(() => this.end(false), watch.timeoutMs);
    // The timer must not keep a process alive. Only Node's timers have `unref`.
    (this.#timer as { unref?(): void }).unref?.();
  }

  /** Notes what a read of the body gets. */
  read(result: ReturnType<Read>): void {
    const got = ({ done, value }: Awaited<typeof result>) => {
      if (value instanceof Uint8Array) this.add(new Uint8Array(value));
      if (done) this.end();
    };
    this.#watch.aside(() => result.then(got, (thrown: unknown) => this.fail(thrown)));
  }

  add(piece: Bytes): void {
    if (this.#isEnded) return;
    this.#watch.aside(() => this.#watch.onPiece?.(piece));
    if (this.#length > MAX_ENVELOPE_BYTES) return;
    this.#pieces.push(piece);
    this.#length += piece.byteLength;
    if (this.#length > MAX_ENVELOPE_BYTES && this.#watch.timeoutMs !== undefined) this.end(false);
  }

  end(isWhole = true): void {
    if (!this.#close()) return;
    const isAll = isWhole && this.#length <= MAX_ENVELOPE_BYTES;
    const body = { bytes: concatenate(this.#pieces, this.#length), isWhole: isAll, isAtOnce: this.#pieces.length <= 1 };
    this.#watch.aside(() => this.#watch.onEnd(body, this.head ?? readHead(this.#response)));
  }

  fail(thrown: unknown, hasBegun = this.#pieces.length > 0): void {
    if (!this.#close()) return;
    this.#watch.aside(() => this.#watch.onFailure(thrown, this.head ?? readHead(this.#response), hasBegun));
  }

  #close(): boolean {
    if (this.#isEnded) return false;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    return true;
  }
}
