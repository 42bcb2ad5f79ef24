/** The number of bytes of a body that an adapter keeps until it has decided. No envelope is larger: its detail is capped well below. */
export const MAX_ENVELOPE_BYTES = 65_536;

/** The number of characters that show whether a body begins like an envelope. */
export const START_LENGTH = 64;

/** The size counted for an empty piece; otherwise a body of only empty pieces would never be too large. */
const EMPTY_PIECE_COST = 16;

/** Whether a body's first characters are those of an envelope, or also of an error's five fields without one. Never throws. */
export type Beginning = (start: string) => boolean;

/** Whether the string begins with `{"error":{`, or with the deprecated string before it (clause ENV-8). */
export const startsAsEnvelope: Beginning = (start) => /^\s*\{\s*"(?:error"\s*:\s*\{|detail"\s*:\s*")/.test(start);

/** Whether the string begins like an envelope, or like an error's five fields without one. */
export const startsAsError: Beginning = (start) =>
  startsAsEnvelope(start) || /^\s*\{\s*"type"\s*:\s*"\w+_error"/.test(start);

/** Bytes in memory of their own. TypeScript before 5.7 has no name for that. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** Collects the beginning of a body until it is clear whether it is an envelope. Reads each byte once, and none beyond the limit. */
export class EnvelopeDetector {
  /** The pieces so far, in order. Complete unless the body is too large. */
  readonly pieces: Bytes[] = [];
  /** The number of bytes so far, up to the limit and one more piece. */
  length = 0;
  #left = MAX_ENVELOPE_BYTES;
  #start = "";
  #begins = false;
  readonly #beginning: Beginning;

  constructor(beginning: Beginning) {
    this.#beginning = beginning;
  }

  /** Adds a copy of the next piece, because the owner of its memory may reuse it. If a piece is not bytes, the detector stops. */
  add(piece: Uint8Array): void {
    if (piece instanceof Uint8Array) this.keep(new Uint8Array(piece), charactersOf(piece));
    else this.#left = -1;
  }

  /**
   * Adds the next piece without a copy.
   *
   * @param start Its first bytes, each as a character: the searched characters are ASCII.
   */
  protected keep(piece: Bytes, start: string): void {
    if (this.isTooLarge) return;
    this.#left -= piece.byteLength || EMPTY_PIECE_COST;
    this.pieces.push(piece);
    this.length += piece.byteLength;
    if (this.#begins || this.#start.length >= START_LENGTH) return;
    this.#start += start;
    this.#begins = this.#beginning(this.#start);
  }

  /** Whether the body is larger than any envelope. */
  get isTooLarge(): boolean {
    return this.#left < 0;
  }

  /** Whether the body begins like an envelope and is not too large for one. */
  get isEnvelope(): boolean {
    return this.#begins && !this.isTooLarge;
  }

  /** Whether the body is an envelope, or is still too short to decide. */
  get mayBeEnvelope(): boolean {
    if (this.#begins || this.isTooLarge) return !this.isTooLarge;
    return this.#start.length < START_LENGTH && /^\s*(?:\{|$)/.test(this.#start);
  }

  /** Whether the body may be a JSON-RPC 2.0 message, or a list of them. */
  get mayBeJsonRpc(): boolean {
    return !this.isTooLarge && JSON_RPC_START.test(this.#start);
  }
}

const JSON_RPC_START =
  /^\s*(?:\[\s*)?(?:$|\{\s*(?:$|"(?:\w{0,7}$|(?:jsonrpc|id|result)"|error"\s*(?:$|:\s*(?:$|\{)))))/;

/** A body whose first four characters may begin an error, whose first field is `error`, `detail` or `type`. Nearly no other body's do. */
const MAY_BE_ERROR = /^[{ \n\r\t](?:$|[{ \n\r\t]|"(?:.?$|er|de|ty))/s;

/** Whether the first piece of a body begins like an error. Never throws. */
export function beginsAsError(piece: string | Uint8Array): boolean {
  const first = typeof piece === "string" ? piece.slice(0, 4) : String.fromCharCode(...piece.subarray(0, 4));
  if (!MAY_BE_ERROR.test(first)) return false;
  return startsAsError(typeof piece === "string" ? piece.slice(0, START_LENGTH) : charactersOf(piece));
}

function charactersOf(piece: Uint8Array): string {
  return String.fromCharCode(...piece.subarray(0, START_LENGTH));
}
