import { MAX_EVENT } from "./bounds.ts";

/** Reads the data of server-sent events (HTML, 9.2.6) from pieces of their text. */
export interface EventParser {
  /** Yields the data of each event that the piece completes. An event without data is left out. */
  push(piece: string): Generator<string>;
  /** Whether the text so far ends within an event or a comment. */
  isInside(): boolean;
}

/** @param tooLong Called for an event that is too long. It throws. */
export function eventParser(tooLong: () => never): EventParser {
  let line = "";
  let data = "";
  /** Whether the last piece ended with a carriage return: a line feed that follows belongs to it. */
  let isAfterReturn = false;

  const append = (part: string) => {
    line += part;
    if (data.length + line.length > MAX_EVENT) tooLong();
  };
  /** Takes the end of a line. Returns the data of an event that ends with it. */
  const endLine = (): string => {
    const field = /^data(?:$|: ?)/.exec(line);
    if (field) data += `${line.slice(field[0].length)}\n`;
    const isEnd = line === "";
    line = "";
    if (!isEnd) return "";
    const whole = data.slice(0, -1);
    data = "";
    return whole;
  };
  return {
    *push(piece) {
      const [first = "", ...parts] = (isAfterReturn ? piece.replace(/^\n/, "") : piece).split(/\r\n?|\n/);
      if (piece !== "") isAfterReturn = piece.endsWith("\r");
      append(first);
      for (const part of parts) {
        const whole = endLine();
        if (/\S/.test(whole)) yield whole;
        append(part);
      }
    },
    isInside: () => line + data !== "",
  };
}
