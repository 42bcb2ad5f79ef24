import { KEPT_BYTES, MAX_EVENT } from "./bounds.ts";

/** Reads the data of server-sent events (HTML, 9.2.6) from pieces of their bytes. */
export interface EventParser {
  /** Yields the data of each event that the piece completes. An event without data is left out. */
  push(piece: Uint8Array): Generator<string>;
  /** Whether the bytes so far end within an event or a comment. */
  isInside(): boolean;
}

const RETURN = 13;
const FEED = 10;
const SPACE = 32;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];
const FIELD: readonly number[] = [..."data:"].map((character) => character.charCodeAt(0));
const NONE = new Uint8Array();

/** Returns where the next line of a piece ends, or the length of the piece. */
function findEnd(piece: Uint8Array, from: number): number {
  let at = from;
  while (at < piece.length && piece[at] !== FEED && piece[at] !== RETURN) at += 1;
  return at;
}

/** @param tooLong Called for an event that is too long. It throws. */
export function eventParser(tooLong: () => never): EventParser {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The data of an event, and then a line. Joined strings would take many times their length, and a part of a string keeps all of it. */
  let bytes = NONE;
  let size = 0;
  /** Where the data ends and the line begins. */
  let lineStart = 0;
  let isFirstLine = true;
  /** Whether the last byte was a carriage return: a line feed that follows belongs to it. */
  let isAfterReturn = false;

  const append = (part: Uint8Array) => {
    const needed = size + part.length;
    if (needed > MAX_EVENT) tooLong();
    if (needed > bytes.length) {
      const larger = new Uint8Array(Math.min(2 * needed, MAX_EVENT));
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(part, size);
    size = needed;
    if (isFirstLine && BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte)) {
      bytes.copyWithin(0, 3);
      size -= 3;
      isFirstLine = false;
    }
  };
  /** Takes the end of a line. Returns the data of an event that ends with it. */
  const endLine = (): string => {
    const line = bytes.subarray(lineStart, size);
    const isData = line.length > 3 && line.subarray(0, 5).every((byte, at) => byte === FIELD[at]);
    if (isData) {
      const value = line.subarray(line[5] === SPACE ? 6 : 5);
      bytes.set(value, lineStart);
      lineStart += value.length + 1;
      bytes[lineStart - 1] = FEED;
    }
    size = lineStart;
    isFirstLine = false;
    if (size === 0 || line.length > 0) return "";
    const data = decoder.decode(bytes.subarray(0, size - 1));
    if (bytes.length > KEPT_BYTES) bytes = NONE;
    size = lineStart = 0;
    return data;
  };
  return {
    *push(piece) {
      for (let from = 0; ; ) {
        const end = findEnd(piece, from);
        append(piece.subarray(from, end));
        if (end > from) isAfterReturn = false;
        if (end === piece.length) return;
        const isSecond = isAfterReturn && piece[end] === FEED;
        isAfterReturn = piece[end] === RETURN;
        from = end + 1;
        const data = isSecond ? "" : endLine();
        if (/\S/.test(data)) yield data;
      }
    },
    isInside: () => size > 0,
  };
}
