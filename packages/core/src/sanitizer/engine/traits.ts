import { codeAt } from "./code-at.ts";

/** What a text has in it that some rule needs, or a word in it. One pass finds all of them. */
export const TRAIT = {
  colon: 1 << 0,
  slash: 1 << 1,
  backslash: 1 << 2,
  at: 1 << 3,
  equals: 1 << 4,
  hash: 1 << 5,
  /** A dot with something right after it. */
  innerDot: 1 << 7,
  digit: 1 << 8,
  /** A run of at least 14 letters, digits, `-` and `_`. */
  longWord: 1 << 9,
  /** A run of at least six that is no plain word (long, digits in it, a capital behind a small letter), or a rare sign. */
  oddWord: 1 << 10,
  /** A word with a hyphen or underscore and with a digit in it. */
  numbered: 1 << 11,
  quote: 1 << 13,
  dollar: 1 << 14,
  /** A flag of a command line: a hyphen that begins a word. */
  flag: 1 << 15,
  parenthesis: 1 << 16,
  /** A line break. */
  lineBreak: 1 << 17,
  /** White space that is not one space between two words. */
  looseSpace: 1 << 18,
  /** Something follows a full stop, question mark or exclamation mark. */
  moreText: 1 << 19,
  /** A control character. */
  control: 1 << 20,
  /** A character outside ASCII. */
  foreign: 1 << 21,
  /** A colon or an equals sign. */
  separator: 1 << 22,
  /** A colon, an equals sign, a quote or a bracket. */
  mark: 1 << 23,
  /** A word with a hyphen or underscore in it. */
  joint: 1 << 28,
  /** Letters and digits of a word, at least 23 in a row. */
  longPart: 1 << 26,
  /** A run of at least 24 characters of Base64 and its forms: letters, digits, `-`, `_`, `/`, `+` and `~`. */
  longRun: 1 << 29,
} as const;

const LOWER = 1 << 24;
const UPPER = 1 << 25;
const JOINT = 1 << 27;

/** What makes a character one of a word. */
const WORD = LOWER | UPPER | JOINT | TRAIT.digit;

/**
 * What of a word a character is, in few bits, so that one number holds it together with a class of the machine. A capital's bit is the
 * next to a small letter's, and those beside the others are left free, so that no other two are neighbors.
 */
export const KIND = { small: 1 << 7, capital: 1 << 8, digit: 1 << 10, joint: 1 << 12 } as const;

/** Kinds of characters are at least this, and classes of the machine below it. */
export const CLASS_LIMIT = 1 << 7;

/** The trait of a character outside words that long runs may contain. */
export const LINK = 1 << 30;

/** The shortest word that counts as long. */
export const LONG_WORD = 14;

/** The shortest run that counts as long. */
export const LONG_RUN = 24;

/** Bits of the ASCII characters, by code. */
const OF_CHARACTER = new Int32Array(128);
OF_CHARACTER.fill(TRAIT.control, 0, 32);
OF_CHARACTER.fill(TRAIT.digit, 48, 58);
OF_CHARACTER.fill(UPPER, 65, 91);
OF_CHARACTER.fill(LOWER, 97, 123);
const SINGLE: Readonly<Record<string, number>> = {
  ":": TRAIT.colon | TRAIT.separator | TRAIT.mark,
  "/": TRAIT.slash | LINK,
  "\\": TRAIT.backslash,
  "@": TRAIT.at | TRAIT.oddWord,
  "=": TRAIT.equals | TRAIT.oddWord | TRAIT.separator | TRAIT.mark,
  "#": TRAIT.hash | TRAIT.oddWord,
  "~": TRAIT.oddWord | LINK,
  '"': TRAIT.quote | TRAIT.mark,
  "'": TRAIT.quote | TRAIT.mark,
  "`": TRAIT.quote | TRAIT.mark,
  "(": TRAIT.parenthesis | TRAIT.mark,
  $: TRAIT.dollar | TRAIT.oddWord,
  "%": TRAIT.dollar | TRAIT.oddWord,
  "^": TRAIT.oddWord,
  "&": TRAIT.oddWord,
  "*": TRAIT.oddWord,
  "+": TRAIT.oddWord | LINK,
  "-": JOINT,
  _: JOINT,
  "\t": TRAIT.looseSpace,
  "\n": TRAIT.lineBreak | TRAIT.looseSpace,
  "\r": TRAIT.lineBreak | TRAIT.looseSpace,
  "\x7f": TRAIT.control,
};
for (const [character, bits] of Object.entries(SINGLE)) OF_CHARACTER[character.charCodeAt(0)] = bits;

export const SPACE = 32;
export const DOT = 46;
const HYPHEN = 45;

/** The bits of a character. */
export function traitOf(code: number): number {
  return code < 128 ? (OF_CHARACTER[code] as number) : TRAIT.foreign;
}

/** The traits of a character outside words, or of the end of the text, that follows another such character. */
export function ofOther(text: string, index: number, bits: number, before: number): number {
  if (index === text.length) return before === SPACE ? TRAIT.looseSpace : 0;
  if (text.charCodeAt(index) === SPACE) return ofSpace(before, text, index);
  return before === DOT ? (bits & ~LINK) | TRAIT.innerDot : bits & ~LINK;
}

function ofSpace(before: number, text: string, index: number): number {
  if (before === SPACE) return TRAIT.looseSpace;
  // What closes behind a full stop, question mark or exclamation mark closes the sentence with it.
  return isEnd(isCloser(before) ? codeAt(text, index - 2) : before) ? TRAIT.moreText : 0;
}

function isEnd(code: number): boolean {
  return code === DOT || code === 33 || code === 63;
}

function isCloser(code: number): boolean {
  return code === 34 || code === 39 || code === 41 || code === 93;
}

/** The kind of an ASCII character, or 0 when it is of no word. */
export function wordKindOf(code: number): number {
  const own = traitOf(code);
  if ((own & LOWER) !== 0) return KIND.small;
  if ((own & UPPER) !== 0) return KIND.capital;
  if ((own & JOINT) !== 0) return KIND.joint;
  return (own & TRAIT.digit) === 0 ? 0 : KIND.digit;
}

/** Whether a character is a letter or a digit of ASCII. */
export function isAlphanumeric(code: number): boolean {
  return code < 128 && ((OF_CHARACTER[code] as number) & (LOWER | UPPER | TRAIT.digit)) !== 0;
}

/** Whether a character is one of a word. */
export function isOfWord(code: number): boolean {
  return code < 128 && ((OF_CHARACTER[code] as number) & WORD) !== 0;
}

/**
 * What a word tells by its length, what it begins with and stands behind, and the kinds of its characters.
 *
 * @param pairs Has the kind of capitals when one of them stands somewhere behind a small letter.
 */
export function ofWord(text: string, start: number, end: number, kinds: number, pairs: number): number {
  const isNumbered = (kinds & KIND.digit) !== 0;
  let traits: number = isNumbered ? TRAIT.digit : 0;
  if (codeAt(text, start - 1) === DOT) traits |= TRAIT.innerDot;
  if ((kinds & KIND.joint) !== 0) {
    traits |= isNumbered ? TRAIT.joint | TRAIT.numbered : TRAIT.joint;
    if (text.charCodeAt(start) === HYPHEN) traits |= TRAIT.flag;
  }
  const length = end - start;
  if (length < 4) return traits;
  if (length >= LONG_WORD) return traits | TRAIT.longWord | TRAIT.oddWord | ofParts(text, start, end);
  return length >= 6 && ((pairs & KIND.capital) !== 0 || isNumbered) ? traits | TRAIT.oddWord : traits;
}

/** The shortest part of a word that counts as long. */
const LONG_PART = 23;

function ofParts(text: string, start: number, end: number): number {
  let from = start;
  for (let index = start; end - from >= LONG_PART; index += 1) {
    if (index < end && isAlphanumeric(text.charCodeAt(index))) continue;
    if (index - from >= LONG_PART) return TRAIT.longPart;
    from = index + 1;
  }
  return 0;
}
