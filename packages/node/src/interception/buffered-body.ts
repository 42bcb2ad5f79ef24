import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import {
  couldStartEnvelope,
  ENVELOPE_START_LENGTH,
  isUndecidedStart,
  MAX_ENVELOPE_BYTES,
  mayStartJsonRpc,
  startsAsEnvelope,
  startsAsError,
} from "@uhp-errors/core/adapter";

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/**
 * The body of an answer that is not decided upon yet. Each byte is looked at once; what exceeds the limit is counted and not
 * kept.
 */
export class BufferedBody {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** The beginning of the body while it is too short to tell. */
  #start: string | undefined = "";
  #beginsAsEnvelope = false;

  /** Bytes that have come, up to the limit and a little more. */
  get length(): number {
    return this.#bytes;
  }

  /** Whether it is larger than any envelope. */
  get isTooLarge(): boolean {
    return this.#bytes > MAX_ENVELOPE_BYTES;
  }

  /** Whether what came so far may be the beginning of an envelope. Means nothing for a body that is compressed. */
  get mayBeEnvelope(): boolean {
    return !this.isTooLarge && (this.#start !== undefined || this.#beginsAsEnvelope);
  }

  /** Whether what came so far may be the beginning of a JSON-RPC message. Means nothing for a body that is compressed. */
  get mayBeJsonRpc(): boolean {
    if (this.isTooLarge) return false;
    let start = "";
    for (const chunk of this.#chunks) {
      start += chunk.toString("latin1", 0, ENVELOPE_START_LENGTH);
      if (start.length >= ENVELOPE_START_LENGTH) break;
    }
    return mayStartJsonRpc(start);
  }

  /** What came so far, when nothing of it is missing. */
  get chunks(): readonly Buffer[] {
    return this.#chunks;
  }

  /** Takes what was handed over to be written; anything that cannot be is nothing. */
  add(chunk: unknown, encoding: unknown): void {
    // What exceeds the limit is not copied: one piece more than fits shows that there is too much.
    const piece = isChunk(chunk) ? chunk.slice(0, MAX_ENVELOPE_BYTES + 1) : undefined;
    const bytes = this.isTooLarge ? undefined : bytesOf(piece, encoding);
    if (bytes === undefined || bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
    if (this.#start !== undefined) this.#look(bytes);
  }

  #look(bytes: Buffer): void {
    const start = this.#start + bytes.toString("latin1", 0, ENVELOPE_START_LENGTH);
    this.#beginsAsEnvelope = startsAsEnvelope(start);
    this.#start = !this.#beginsAsEnvelope && isUndecidedStart(start) ? start : undefined;
  }

  /** The body as text, its compression undone; empty when that fails. */
  text(contentEncoding: string | undefined): string {
    const [first] = this.#chunks;
    const whole = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    const bytes = whole.subarray(0, MAX_ENVELOPE_BYTES);
    if (contentEncoding === undefined || contentEncoding === "identity") return bytes.toString("utf8");
    try {
      return DECODERS.get(contentEncoding)?.(bytes, { maxOutputLength: MAX_ENVELOPE_BYTES }).toString("utf8") ?? "";
    } catch {
      return "";
    }
  }
}

/** Whether the first piece of a success deserves a second look: that of an envelope, or of an error's five fields without one. */
export function deservesLook(chunk: unknown, encoding: unknown): boolean {
  if (!couldStartEnvelope(chunk)) return false;
  const start = isChunk(chunk) ? chunk.slice(0, ENVELOPE_START_LENGTH) : undefined;
  return startsAsError(bytesOf(start, encoding)?.toString("latin1") ?? "");
}

/** Whether Node takes a value as a piece of a body. */
export function isChunk(chunk: unknown): chunk is string | Uint8Array {
  return typeof chunk === "string" || chunk instanceof Uint8Array;
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer | undefined {
  if (typeof chunk === "string") return Buffer.from(chunk, isEncoding(encoding) ? encoding : "utf8");
  // A writer may use its buffer again once it is told that it was taken.
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : undefined;
}

function isEncoding(encoding: unknown): encoding is BufferEncoding {
  return typeof encoding === "string" && Buffer.isEncoding(encoding);
}
