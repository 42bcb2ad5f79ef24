import type { Random } from "../random.ts";

/** Makes one secret out of a stream of choices. */
export type Maker = (random: Random) => string;

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";

const piece =
  (alphabet: string) =>
  (length: number, longest = length): Maker =>
  (random) =>
    random.chars(alphabet, random.int(length, longest));

export const digits = piece(DIGITS);
export const hex = piece(`${DIGITS}abcdef`);
export const upperHex = piece(`${DIGITS}ABCDEF`);
export const letters = piece(LOWER + UPPER);
export const lower = piece(LOWER);
export const upper = piece(UPPER);
export const base36 = piece(LOWER + DIGITS);
export const upper36 = piece(UPPER + DIGITS);
export const base32 = piece(`${UPPER}234567`);
export const base62 = piece(LOWER + UPPER + DIGITS);
export const base64 = piece(`${LOWER + UPPER + DIGITS}+/`);
export const base64url = piece(`${LOWER + UPPER + DIGITS}-_`);
export const bech32 = piece("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L");

/**
 * A maker of the parts in a row. A prefix that secret scanners know is given in two parts, so that this source holds
 * nothing that looks like a finished secret.
 */
export const shape =
  (...parts: readonly (string | Maker)[]): Maker =>
  (random) =>
    parts.map((part) => (typeof part === "string" ? part : part(random))).join("");

/** One of the makers, each as likely as the others. */
export const either =
  (...makers: readonly Maker[]): Maker =>
  (random) =>
    random.pick(makers)(random);

export const uuid: Maker = shape(hex(8), "-", hex(4), "-4", hex(3), "-a", hex(3), "-", hex(12));

/** Base64 of what a maker gives, padded unless `url` asks for the alphabet and habits of JSON web tokens. */
export const encoded =
  (maker: Maker, url = false): Maker =>
  (random) => {
    const text = btoa(maker(random));
    return url ? text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") : text;
  };
