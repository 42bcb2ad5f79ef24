import type { ErrorType } from "../codes/index.ts";
import type { JsonObject } from "./detail.ts";

/** Captured at load time, so that a later patch of `JSON` does not affect a response. */
const { stringify } = JSON;

/** An envelope as JSON, and its length in UTF-8. */
export interface WrittenEnvelope {
  readonly text: string;
  readonly bytes: number;
}

/**
 * Writes the envelopes of one code. The parts that they share are written once: the beginning, and a whole envelope with only the code's
 * own message. The result is the same as that of `JSON.stringify`.
 */
export class EnvelopeWriter {
  readonly #message: string;
  readonly #begin: string;
  readonly #withDeprecatedDetail: boolean;
  readonly #plain: WrittenEnvelope;

  /**
   * @param message The code's own message.
   * @param withDeprecatedDetail Whether the message is repeated beside the error.
   */
  constructor(type: ErrorType, code: string, message: string, withDeprecatedDetail: boolean) {
    this.#message = message;
    this.#withDeprecatedDetail = withDeprecatedDetail;
    this.#begin = `{"error":{"type":${stringify(type)},"code":${stringify(code)},`;
    this.#plain = Object.freeze(this.#written(message, null, null));
  }

  /** Writes the envelope of an error. Throws only if `JSON.stringify` throws for the detail. */
  write(message: string, param: string | null, detail: JsonObject | null): WrittenEnvelope {
    if (message === this.#message && param === null && detail === null) return this.#plain;
    return this.#written(message, param, detail);
  }

  #written(message: string, param: string | null, detail: JsonObject | null): WrittenEnvelope {
    const fields = `"message":${stringify(message)},"param":${stringify(param)},"detail":${stringify(detail)}}`;
    const text = `${this.#begin}${fields}${this.#withDeprecatedDetail ? `,"detail":${stringify(message)}` : ""}}`;
    return { text, bytes: utf8Length(text) };
  }
}

const ENCODER = new TextEncoder();

/** A buffer in which strings are encoded only to measure them: reusing a buffer is much faster than making a new one. */
const ROOM = new Uint8Array(6_000);

/** Returns how many bytes a string has in UTF-8. Half a surrogate pair counts as the three bytes that replace it. */
export function utf8Length(text: string): number {
  // One code unit takes three bytes at most.
  return text.length * 3 <= ROOM.length ? ENCODER.encodeInto(text, ROOM).written : ENCODER.encode(text).length;
}
