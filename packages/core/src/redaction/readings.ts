import { ESCAPE, unescaped } from "../untrusted/escapes.ts";
import { once } from "../untrusted/once.ts";

/** How often a string is unescaped. JSON in a URL in JSON takes three passes. */
const MAX_PASSES = 4;

/** A part of a string: from `start` to just before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A string as a reader may take it: decoded, or without what shows nothing. */
export interface Reading {
  readonly text: string;
  /** Where each character of `text` comes from in the original string. Left out if both are the same. */
  readonly origins?: readonly Span[];
  /** Whether the white space was left out too, so that words run together. */
  readonly isSpaceless?: true;
}

/** Returns the part of the original string from which a part of a reading comes. */
export function toSourceSpan({ start, end }: Span, { origins }: Reading): Span {
  return { start: origins?.[start]?.start ?? start, end: origins?.[end - 1]?.end ?? end };
}

/** Fullwidth letters, digits and signs, which read as ordinary ones. */
const WIDE = /[\uff01-\uff5e]/u;

/** Characters that look different from what they are, or show nothing. */
const disguises = /* @__PURE__ */ once(() => {
  const expressions = [
    // A terminal color: a control character that is not white space, and its parameters. U+009B needs no bracket.
    /[^\P{Cc}\s]\[[\d;?]{0,40}[ -/]{0,8}[@-~]|\u009b[\d;?]{1,40}[ -/]{0,8}[@-~]/u,
    // Invisible characters: controls except white space, characters without width or ink (`DI`: default ignorable), accents.
    /[^\P{Cc}\s\u0085]|[\p{DI}\p{Mn}\p{Me}\u2800\ufff9-\ufffb]/u,
    WIDE,
  ];
  return new RegExp(expressions.map(({ source }) => source).join("|"), "gu");
});

/** Escaped characters. JavaScript drops a backslash before any other sign. */
const escapes = /* @__PURE__ */ once(() => new RegExp(`${ESCAPE.source}|\\\\\\W`, "gu"));

/**
 * Returns the ways to read a string: as it is; as it looks, without invisible characters; then, repeatedly, with escapes of URLs, JSON and
 * HTML decoded, and as that looks; and finally each of these without white space. Linear in the length of the string.
 */
export function readingsOf(text: string): Reading[] {
  const readings: Reading[] = [{ text }];
  const addReading = (expression: RegExp) => {
    const reading = replaceIn(readings.at(-1) as Reading, expression, meaningOf);
    if (reading !== undefined) readings.push(reading);
    return reading !== undefined;
  };
  // Not both in one: right before a secret, `%` or a backslash may make its beginning look like an escape, as in `%ab`.
  addReading(disguises());
  for (let pass = 0; pass < MAX_PASSES && addReading(escapes()); pass += 1) addReading(disguises());
  const spaceless = readings.flatMap((reading) => replaceIn(reading, /\s/gu, () => "") ?? []);
  return [...readings, ...spaceless.map((reading): Reading => ({ ...reading, isSpaceless: true }))];
}

/** Makes a reading of a reading, in which each match of `expression` has its meaning. `undefined` if that changes nothing. */
function replaceIn(reading: Reading, expression: RegExp, meaning: (written: string) => string): Reading | undefined {
  const origins: Span[] = [];
  let text = "";
  let at = 0;
  const append = (part: string, end: number) => {
    const origin = toSourceSpan({ start: at, end }, reading);
    text += part;
    while (origins.length < text.length) origins.push(origin);
    at = end;
  };
  const copy = (end: number) => {
    while (at < end) append(reading.text.charAt(at), at + 1);
  };
  for (const { 0: written, index } of reading.text.matchAll(expression)) {
    const part = meaning(written);
    if (part === written) continue;
    copy(index);
    append(part, index + written.length);
  }
  if (at === 0) return undefined;
  copy(reading.text.length);
  return { text, origins };
}

/** Returns the meaning of an escape. For other characters, returns what a reader sees. */
function meaningOf(written: string): string {
  if (/^[%\\&]/.test(written)) return unescaped(written);
  return WIDE.test(written) ? String.fromCharCode(written.charCodeAt(0) - 0xfee0) : "";
}
