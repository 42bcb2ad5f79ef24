import fc from "fast-check";
import { pick, type Random } from "./random.ts";

/** Encodes a string in a way that software or a reader can undo. */
export type Encode = (text: string, random: Random) => string;

const bytesOf = (text: string) => [...new TextEncoder().encode(text)];

const hex = (number: number, length: number) => number.toString(16).padStart(length, "0");

/** Writes each UTF-16 unit separately, in the same form. */
const units = (form: (code: number) => string) => (text: string) =>
  Array.from({ length: text.length }, (_, index) => form(text.charCodeAt(index))).join("");

/** Characters that are invisible between two letters. */
const INVISIBLE = ["\u200b", "\u200d", "\u00ad", "\ufeff", "\u2060", "\u0007", "\u001b[1;31m", "\u{e0041}"] as const;

/** Encodings that software decodes: percent signs, and the escapes of JSON, JavaScript and HTML. */
const ESCAPES = {
  percent: (text) => encodeURIComponent(text),
  "percent of all": (text) =>
    bytesOf(text)
      .map((byte) => `%${hex(byte, 2)}`)
      .join(""),
  json: (text) => JSON.stringify(text).slice(1, -1),
  "json of all": units((code) => `\\u${hex(code, 4)}`),
  braces: units((code) => `\\u{${hex(code, 1)}}`),
  "\\x": units((code) => (code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`)),
  octal: units((code) => (code < 128 ? `\\${code.toString(8).padStart(3, "0")}` : `\\u${hex(code, 4)}`)),
  "html, decimal": units((code) => `&#${code};`),
  "html, hexadecimal": units((code) => `&#x${hex(code, 2)};`),
  "html of signs": (text) =>
    text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "&#39;"),
} as const satisfies Readonly<Record<string, Encode>>;

const FORMS = [
  ESCAPES["percent of all"],
  ESCAPES["json of all"],
  ESCAPES["\\x"],
  ESCAPES["html, decimal"],
  ESCAPES["html, hexadecimal"],
] as const;

/** Disguises that a reader sees through, and a mixture of all escapes. */
const DISGUISES = {
  // Characters that begin an escape are always escaped. Otherwise they could begin an escape together with what follows.
  "some letters in any form": (text, random) =>
    [...text].map((sign) => (/[\\%&]/.test(sign) || random(3) === 0 ? pick(random, FORMS)(sign) : sign)).join(""),
  // Between letters of other alphabets, some of these have a meaning, so the sanitizer keeps them.
  invisible: (text, random) =>
    text.replace(/[!-~](?=[!-~])/g, (letter) => (random(4) === 0 ? letter + pick(random, INVISIBLE) : letter)),
  "full width": (text, random) =>
    // Inside an escape, full-width letters mean nothing.
    text.replace(/%[\da-f]{2}|\\.|&#?\w+;|[-./0-9=@A-Z_a-z]/gi, (letter) =>
      letter.length === 1 && random(2) === 0 ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter,
    ),
} as const satisfies Readonly<Record<string, Encode>>;

function base64(text: string, before: number): string {
  const bytes = [...bytesOf("xyz").slice(0, before), ...bytesOf(text)];
  return btoa(String.fromCharCode(...bytes));
}

/** Encodings that only a reader who knows what to look for can undo. */
const WHOLE = {
  "base64, at the start": (text) => base64(text, 0),
  "base64, one byte in": (text) => base64(text, 1),
  "base64, two bytes in": (text) => base64(text, 2),
  "base64 of URLs": (text) => base64(text, 0).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  hexadecimal: (text) =>
    bytesOf(text)
      .map((byte) => hex(byte, 2))
      .join(""),
  "spaces between": (text) => [...text].join(" "),
  "two lines": (text, random) => {
    const at = 1 + random(Math.max(1, text.length - 1));
    return `${text.slice(0, at)}\r\n  ${text.slice(at)}`;
  },
} as const satisfies Readonly<Record<string, Encode>>;

/** The encodings that software and readers undo. */
export const READ_THROUGH: Readonly<Record<string, Encode>> = { ...ESCAPES, ...DISGUISES };

/** The encodings that a redactor, which knows the secrets, also undoes if they are applied first. */
export const KNOWN_THROUGH: Readonly<Record<string, Encode>> = WHOLE;

const escapes = (maxLength: number) => fc.array(fc.constantFrom(...Object.keys(ESCAPES)), { maxLength });

/**
 * The encodings that the sanitizer undoes, applied one after the other. Some are left out because docs/sanitizer.md says that they stay:
 * base64 except that of `Basic`, other alphabets, and whatever only a reader who knows the secret would find. A word that mixes forms is
 * not escaped again, since its escapes would then be ambiguous.
 */
export const ways: fc.Arbitrary<readonly string[]> = fc.oneof(
  escapes(2),
  fc.tuple(fc.constantFrom("invisible", "full width"), escapes(1)).map(([first, rest]) => [first, ...rest]),
  fc.constant(["some letters in any form"]),
);

/** Encodes a string in one form after the other. */
export function encoded(
  text: string,
  names: readonly string[],
  encodings: Readonly<Record<string, Encode>>,
  random: Random,
): string {
  return names.reduce((last, name) => (encodings[name] as Encode)(last, random), text);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Undoes one layer of escapes, independently of the library. */
function unescapedOnce(text: string): string {
  return text
    .replace(/(?:%[\da-f]{2})+/gi, (run) => {
      const bytes = Uint8Array.from((run.match(/[\da-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16)));
      const read = new TextDecoder().decode(bytes);
      return read.includes("\ufffd") ? String.fromCharCode(...bytes) : read;
    })
    .replace(/\\(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|([0-3][0-7]{2})|([^ux\d]))/gi, (whole, ...parts) => {
      const [four, braced, two, octal, sign] = parts as (string | undefined)[];
      if (sign !== undefined) return CONTROLS[sign] ?? sign;
      const code = octal === undefined ? Number.parseInt(four ?? braced ?? two ?? "", 16) : Number.parseInt(octal, 8);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, ...parts) => {
      const [hexadecimal, decimal, name] = parts as (string | undefined)[];
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}

/** A string as a reader sees it: without invisible characters, in ordinary letters, and with single spaces. */
function asRead(text: string): string {
  return text
    .replace(/[^\P{Cc}\s]\[[\d;?]*[ -/]*[@-~]/gu, "")
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, (one) => (/\s/.test(one) ? one : ""))
    .normalize("NFKC")
    .replace(/\s+/g, " ");
}

/** The number of times that a reader unescapes a string. */
const LAYERS = 5;

/** The ways to read a string. */
export function readings(text: string): readonly string[] {
  const all = new Set<string>();
  let last = text;
  for (let layer = 0; layer < LAYERS; layer += 1) {
    all.add(last);
    all.add(asRead(last));
    last = unescapedOnce(last);
  }
  return [...all];
}

const ENDS = /^=+|=+$/g;

/** The ways to read a string for a reader who knows what to look for. */
export function readingsWith(text: string): readonly string[] {
  const plain = readings(text);
  const digits = plain.flatMap((one) => one.match(/[\w+/-]{8,}/g) ?? []);
  const decoded = digits.flatMap((run) => [
    ...[0, 1, 2, 3].map((from) => Buffer.from(run.slice(from).replace(ENDS, ""), "base64").toString("latin1")),
    ...[0, 1].map((from) => Buffer.from(run.slice(from), "hex").toString("latin1")),
  ]);
  return [...plain, ...plain.map((one) => one.replace(/\s/g, "")), ...decoded];
}
