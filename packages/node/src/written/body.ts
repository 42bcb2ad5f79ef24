import { setImmediate } from "node:timers";
import { EnvelopeDetector, MAX_ENVELOPE_BYTES, START_LENGTH, startsAsEnvelope } from "@uhp-errors/core/internal";
import { builtin } from "../builtin.ts";

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", (...args) => builtin.zlib.gunzipSync(...args)],
  ["deflate", (...args) => builtin.zlib.inflateSync(...args)],
  ["br", (...args) => builtin.zlib.brotliDecompressSync(...args)],
]);

/** The body of a response, kept until it is decided what to send. */
export class BufferedBody extends EnvelopeDetector {
  /** The timer that limits the wait for the rest of an error's body. */
  timer: NodeJS.Timeout | undefined = undefined;
  #isScheduled = false;

  constructor(chunk?: unknown, encoding?: unknown) {
    super(startsAsEnvelope);
    this.take(chunk, encoding);
  }

  /** Adds what was passed to `write` or `end`. Ignores a value that is not a chunk. */
  take(chunk: unknown, encoding: unknown): void {
    if (!isChunk(chunk) || chunk.length === 0) return;
    // One byte or code unit above the limit is enough to show that the body is too large.
    const piece = chunk.slice(0, MAX_ENVELOPE_BYTES + 1);
    const bytes =
      typeof piece === "string" ? Buffer.from(piece, isEncoding(encoding) ? encoding : "utf8") : Buffer.from(piece);
    this.keep(bytes, bytes.toString("latin1", 0, START_LENGTH));
  }

  /**
   * Schedules the decision on an error whose end is still to come: at the end of this turn if what was written cannot
   * begin an envelope, otherwise once the time limit is over. The client does not wait forever for the rest.
   *
   * @param isAwaited Whether the end is waited for in any case.
   */
  schedule(decide: () => void, timeoutMs: number, isAwaited: () => boolean): void {
    if (this.timer === undefined) {
      this.timer = setTimeout(decide, timeoutMs);
      // A test that imitates a browser has put its own timers in place of Node's.
      this.timer.unref?.();
    }
    if (this.#isScheduled || this.length === 0 || this.mayBeEnvelope || this.mayBeJsonRpc) return;
    if (!this.isTooLarge && isAwaited()) return;
    // The writer may still throw before this turn is over, and a thrown value says more than a status.
    this.#isScheduled = true;
    setImmediate(decide);
  }

  /** Returns the body as a decompressed string; empty if decompression fails. */
  text(contentEncoding: string | undefined): string {
    const pieces = this.pieces as unknown as readonly Buffer[];
    const whole = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
    const bytes = (whole as Buffer).subarray(0, MAX_ENVELOPE_BYTES);
    if (contentEncoding === undefined || contentEncoding === "identity") return bytes.toString("utf8");
    try {
      return DECODERS.get(contentEncoding)?.(bytes, { maxOutputLength: MAX_ENVELOPE_BYTES }).toString("utf8") ?? "";
    } catch {
      return "";
    }
  }
}

/** Whether Node accepts a value as a chunk of a body. */
export function isChunk(chunk: unknown): chunk is string | Uint8Array {
  return typeof chunk === "string" || chunk instanceof Uint8Array;
}

function isEncoding(encoding: unknown): encoding is BufferEncoding {
  return typeof encoding === "string" && Buffer.isEncoding(encoding);
}
