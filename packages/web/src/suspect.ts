import { joined, MAX_BYTES, PIECE_COST } from "./body.ts";

const OPENING = /^\s*\{\s*(?:"error"\s*:\s*\{|"detail"\s*:\s*"|"type"\s*:\s*"\w+_error")/;

/** A beginning that is too short to tell. */
const UNDECIDED = /^\s*(?:\{|$)/;

/** Bytes that show whether a body begins as an envelope does. */
const FIRST_BYTES = 64;

const DECODER = new TextDecoder();

/** How the name of an envelope's first field may begin: `error`, `detail` and `type`. */
const INITIALS: readonly (number | undefined)[] = [0x65, 0x64, 0x74];

/** Whether a first piece begins with a name that no envelope begins with. Nearly every object of JSON is told by that. */
function isOther(piece: Uint8Array): boolean {
  return piece.byteLength > 2 && piece[0] === 0x7b && piece[1] === 0x22 && !INITIALS.includes(piece[2]);
}

/** What came so far of a success that may be an envelope. What shows that it is none is not kept. */
export class Suspect {
  #pieces: Uint8Array<ArrayBuffer>[] | undefined = [];
  #length = 0;
  #left = MAX_BYTES;
  #start = "";
  #begins = false;

  /** Whether what came so far may be the beginning of an envelope. */
  get mayBeEnvelope(): boolean {
    return this.#pieces !== undefined;
  }

  /** What came so far; `undefined` when it does not begin as an envelope does. */
  get bytes(): Uint8Array<ArrayBuffer> | undefined {
    return this.#begins && this.#pieces !== undefined ? joined(this.#pieces, this.#length) : undefined;
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    if (this.#pieces === undefined) return;
    this.#left -= piece.byteLength + PIECE_COST;
    if (!(piece instanceof Uint8Array) || this.#left < 0 || !this.#fits(piece)) {
      this.#pieces = undefined;
      return;
    }
    this.#length += piece.byteLength;
    // Whoever takes the piece may take its memory along.
    this.#pieces.push(piece.slice());
  }

  #fits(piece: Uint8Array): boolean {
    if (this.#begins) return true;
    if (this.#start === "" && isOther(piece)) return false;
    this.#start += DECODER.decode(piece.subarray(0, FIRST_BYTES));
    this.#begins = OPENING.test(this.#start);
    return this.#begins || (this.#start.length < FIRST_BYTES && UNDECIDED.test(this.#start));
  }
}
