import { characters, runStart, startIf } from "../../engine/trigger.ts";

/** What a prefix of a secret ends with. */
export const PREFIXES: readonly string[] = "key token secret apikey api pat sk live prod"
  .split(" ")
  .flatMap((word) => ["_", "~", "-"].map((sign) => word + sign));

/** Where a prefix begins, with a word of letters before it that is joined to it. */
const PREFIX_BEFORE = /(?<![A-Za-z0-9])[A-Za-z]{2,12}[_-]$/;
const LONGEST_PREFIX = 14;

export function startOfPrefixed(text: string, at: number): number {
  const before = text.charAt(at - 1);
  if (before === "_" || before === "-") {
    const found = PREFIX_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_PREFIX), at));
    if (found !== null) return at - found[0].length;
  }
  return at;
}

/** Where a colon and a space stand before a word, with a quote or without. */
export function behindColon(text: string, at: number): number {
  const space = "\"'`".includes(text.charAt(at - 1)) ? at - 2 : at - 1;
  return text[space] === " " && text[space - 1] === ":" ? space - 1 : -1;
}

const inRun = characters(/[\w~+/-]/);
const partOfRun = characters(/[=.@%]/);

/** Where a long run begins that has small letters, capitals and digits. */
export function startOfRandom(text: string, at: number): number {
  return !partOfRun(text, at - 1) && (kindsIn(text, at, inRun) & MIXED) === MIXED ? at : -1;
}

/** What a password without brackets, quotes and marks that part words is made of. */
const OF_PASSWORD = /[^\s"'`()<>[\]{}\\/|,;:]/;
const ofPassword = characters(OF_PASSWORD);

/** Where a run of that begins, if it has letters of both cases. */
export const startOfStrong = startIf(
  runStart(OF_PASSWORD),
  (text, start) => (kindsIn(text, start, ofPassword) & LETTERS) === LETTERS,
);

const DIGITS = 1;
const LETTERS = 6;
const MIXED = DIGITS | LETTERS;

/** Which of digits, small letters and capitals a run has, as bits. */
function kindsIn(text: string, start: number, has: (text: string, at: number) => boolean): number {
  let kinds = 0;
  for (let at = start; at < text.length && has(text, at); at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97) kinds |= code <= 122 ? 2 : 0;
    else if (code >= 65) kinds |= code <= 90 ? 4 : 0;
    else if (code >= 48 && code <= 57) kinds |= DIGITS;
  }
  return kinds;
}
