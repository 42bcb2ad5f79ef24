import type { ErrorType } from "../codes/index.ts";
import type { JsonObject } from "./detail.ts";

/** Taken once, so that a later patch of `JSON` does not reach an answer. */
const { stringify } = JSON;

/** An envelope's JSON text, and its length in UTF-8. */
export interface WrittenEnvelope {
  readonly text: string;
  readonly bytes: number;
}

/**
 * Writes the envelopes of one code. What they have in common is written once: the beginning, and all of an envelope with the
 * code's own message and nothing beside it. The text is the one that `JSON.stringify` makes.
 */
export class EnvelopeWriter {
  readonly #message: string;
  readonly #beforeMessage: string;
  /** The same with the code's own message, up to the place of the param. */
  readonly #beforeParam: string;
  readonly #withDeprecatedDetail: boolean;
  readonly #plain: WrittenEnvelope;

  /**
   * @param message The code's own.
   * @param withDeprecatedDetail Whether the message is repeated beside the error.
   */
  constructor(type: ErrorType, code: string, message: string, withDeprecatedDetail: boolean) {
    this.#message = message;
    this.#withDeprecatedDetail = withDeprecatedDetail;
    this.#beforeMessage = `{"error":{"type":${stringify(type)},"code":${stringify(code)},"message":`;
    this.#beforeParam = `${this.#beforeMessage}${stringify(message)},"param":`;
    this.#plain = Object.freeze(measured(`${this.#beforeParam}null,"detail":null${this.#endOf(message)}`));
  }

  /** The envelope of an error. Throws only where `JSON.stringify` throws of the detail. */
  write(message: string, param: string | null, detail: JsonObject | null): WrittenEnvelope {
    const isOwn = message === this.#message;
    if (isOwn && param === null && detail === null) return this.#plain;
    const begin = isOwn ? this.#beforeParam : `${this.#beforeMessage}${stringify(message)},"param":`;
    const fields = `${begin}${param === null ? "null" : stringify(param)},"detail":`;
    return measured(`${fields}${detail === null ? "null" : stringify(detail)}${this.#endOf(message)}`);
  }

  #endOf(message: string): string {
    return this.#withDeprecatedDetail ? `},"detail":${stringify(message)}}` : "}}";
  }
}

function measured(text: string): WrittenEnvelope {
  return { text, bytes: utf8Length(text) };
}

const ENCODER = new TextEncoder();

/** Where texts are encoded that are only to be measured: to fill what is there is much faster than to make it. */
const ROOM = new Uint8Array(6_000);

/** How many bytes a text has in UTF-8. A half of a surrogate pair counts as the three that replace it. */
export function utf8Length(text: string): number {
  // One code unit takes three bytes at most.
  return text.length * 3 <= ROOM.length ? ENCODER.encodeInto(text, ROOM).written : ENCODER.encode(text).length;
}
