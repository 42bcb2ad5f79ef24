import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Bytes of an answer that are held back to be judged. No envelope is larger: its detail is capped well below. */
const MAX_BYTES = 65_536;

/** Bytes of an answer that show whether it begins as an envelope does. */
const FIRST_BYTES = 64;

type Decoder = (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** The bytes of an answer that is held back. */
export class HeldBody {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  /** Chunks so far. */
  get length(): number {
    return this.#chunks.length;
  }

  get overflown(): boolean {
    return this.#bytes > MAX_BYTES;
  }

  add(chunk: unknown, encoding: unknown): void {
    const bytes = this.overflown ? undefined : bytesOf(chunk, encoding);
    if (bytes === undefined) return;
    this.#chunks.push(bytes);
    this.#bytes += bytes.length;
  }

  /** Whether what came so far may be the beginning of an envelope: of one that is compressed only its end tells. */
  mayBeEnvelope(contentEncoding: string | undefined): boolean {
    if (contentEncoding !== undefined) return true;
    const start = Buffer.concat(this.#chunks).subarray(0, FIRST_BYTES).toString("utf8").trimStart();
    return this.#bytes < FIRST_BYTES ? start === "" || start.startsWith("{") : beginsAsEnvelope(start);
  }

  first(count: number): readonly Buffer[] {
    return this.#chunks.slice(0, count);
  }

  /** The body as text, its compression undone; empty when that fails. */
  text(contentEncoding: string | undefined): string {
    const bytes = Buffer.concat(this.#chunks).subarray(0, MAX_BYTES);
    if (contentEncoding === undefined || contentEncoding === "identity") return bytes.toString("utf8");
    try {
      return DECODERS.get(contentEncoding)?.(bytes, { maxOutputLength: MAX_BYTES }).toString("utf8") ?? "";
    } catch {
      return "";
    }
  }
}

/** Whether an answer's first bytes are those of `{"error":{`, or of the deprecated text before it. */
export function looksLikeEnvelope(chunk: unknown, encoding: unknown): boolean {
  const start = typeof chunk === "string" || chunk instanceof Uint8Array ? chunk.slice(0, FIRST_BYTES) : undefined;
  return beginsAsEnvelope(bytesOf(start, encoding)?.toString("utf8") ?? "");
}

function beginsAsEnvelope(text: string): boolean {
  return /^\s*\{\s*"(?:error"\s*:\s*\{|detail"\s*:\s*")/.test(text);
}

/** The bytes of what was handed over to be written; `undefined` for anything that cannot be. */
export function bytesOf(chunk: unknown, encoding: unknown): Buffer | undefined {
  if (typeof chunk === "string") return Buffer.from(chunk, isEncoding(encoding) ? encoding : "utf8");
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : undefined;
}

function isEncoding(encoding: unknown): encoding is BufferEncoding {
  return typeof encoding === "string" && Buffer.isEncoding(encoding);
}
