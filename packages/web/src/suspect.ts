import {
  couldStartEnvelope,
  ENVELOPE_START_LENGTH,
  isUndecidedStart,
  MAX_ENVELOPE_BYTES,
  startsAsError,
} from "@uhp-errors/core/adapter";
import { joined, PIECE_COST } from "./body.ts";

const DECODER = new TextDecoder("latin1");

/** Whether a whole body begins as an envelope does. */
export function beginsAsEnvelope(body: string | Uint8Array): boolean {
  if (!couldStartEnvelope(body)) return false;
  const start = body.slice(0, ENVELOPE_START_LENGTH);
  return startsAsError(typeof start === "string" ? start : DECODER.decode(start));
}

/** What came so far of a success that may be an envelope. What shows that it is none is not kept. */
export class Suspect {
  #pieces: Uint8Array<ArrayBuffer>[] | undefined = [];
  #length = 0;
  #left = MAX_ENVELOPE_BYTES;
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
    // The receiver of the piece may transfer its memory.
    this.#pieces.push(piece.slice());
  }

  #fits(piece: Uint8Array): boolean {
    if (this.#begins) return true;
    if (this.#start === "" && piece.byteLength > 0 && !couldStartEnvelope(piece)) return false;
    this.#start += DECODER.decode(piece.subarray(0, ENVELOPE_START_LENGTH));
    this.#begins = startsAsError(this.#start);
    return this.#begins || isUndecidedStart(this.#start);
  }
}
