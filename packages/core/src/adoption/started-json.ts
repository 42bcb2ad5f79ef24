import { parseJson } from "../untrusted/json.ts";

/** Marks the end of a string that was cut off. */
export const CUT = "…";

/**
 * Parses JSON of which only the beginning may be known. It closes whatever is open at the end, and a string that was cut off ends with `…`.
 * Returns `undefined` if that is still not JSON. Never throws.
 */
export function parseStart(text: string): unknown {
  return parseJson(text) ?? parseJson(closed(text)) ?? parseJson(upToComma(text));
}

interface Place {
  /** The closing brackets for those that are open, the innermost first. */
  readonly closing: string;
  /** Where to close a string that is still open: after its last complete character or escape; `undefined` if no string is open. */
  readonly stringEnd: number | undefined;
  /** The index of the last comma between two values; 0 if there is none. */
  readonly comma: number;
  /** The closing brackets for those that were open at that comma. */
  readonly closingAtComma: string;
}

const CLOSING = new Map([
  ["{", "}"],
  ["[", "]"],
]);

/** A string with its closing quote, if it has one, or a sign that matters between values. */
const SIGN = /"(?:[^"\\]|\\(?:u[\da-f]{4}|[^u]))*("?)|[{}[\],]/gi;

function placeAtEnd(text: string): Place {
  let closing = "";
  let stringEnd: number | undefined;
  let comma = 0;
  let closingAtComma = "";
  for (const { 0: sign, 1: mark, index } of text.matchAll(SIGN)) {
    stringEnd = mark === "" ? index + sign.length : undefined;
    const opened = CLOSING.get(sign);
    if (opened !== undefined) closing = opened + closing;
    else if (sign === "}" || sign === "]") closing = closing.slice(1);
    else if (sign === ",") [comma, closingAtComma] = [index, closing];
  }
  return { closing, stringEnd, comma, closingAtComma };
}

function closed(text: string): string {
  const { closing, stringEnd } = placeAtEnd(text);
  return stringEnd === undefined ? `${text}${closing}` : `${text.slice(0, stringEnd)}${CUT}"${closing}`;
}

function upToComma(text: string): string {
  const { comma, closingAtComma } = placeAtEnd(text);
  return `${text.slice(0, comma)}${closingAtComma}`;
}
