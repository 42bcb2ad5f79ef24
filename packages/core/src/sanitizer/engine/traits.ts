/** Properties of a string, or of a word in it, that a rule may need. One pass finds all of them. */
export const TRAIT = {
  backslash: 1 << 2,
  /** A run of at least 14 letters, digits, `-` and `_`. */
  longWord: 1 << 9,
  /** A run of at least six that is not a plain word (long, with digits, or with a capital after a small letter), or a rare sign. */
  oddWord: 1 << 10,
  /** A word that contains a hyphen or underscore, and a digit. */
  numbered: 1 << 11,
  /** A command-line flag: a hyphen that begins a word. */
  flag: 1 << 15,
  lineBreak: 1 << 17,
  /** White space other than a single space between two words. */
  looseSpace: 1 << 18,
  /** Something follows a period, question mark or exclamation mark. */
  moreText: 1 << 19,
  control: 1 << 20,
  /** A character outside ASCII. */
  foreign: 1 << 21,
  /** A word with a hyphen or underscore in it. */
  joint: 1 << 28,
  /** At least 23 letters and digits in a row, within a word. */
  longPart: 1 << 26,
  /** A run of at least 24 characters of Base64 and its variants: letters, digits, `-`, `_`, `/`, `+` and `~`. */
  longRun: 1 << 29,
} as const;

const LOWER = 1 << 24;
const UPPER = 1 << 25;
const JOINT = 1 << 27;
const DIGIT = 1 << 8;
const WORD = LOWER | UPPER | JOINT | DIGIT;

/**
 * The kind of a character in a word, in few bits, so that one number holds it and a class of the automaton. The bits of small
 * letters and capitals are adjacent. No other two kinds have adjacent bits.
 */
export const KIND = { small: 1 << 7, capital: 1 << 8, digit: 1 << 10, joint: 1 << 12 } as const;

/** Kinds of characters are at least this, and classes of the automaton are less. */
export const CLASS_LIMIT = 1 << 7;

/** The trait of a character that long runs may contain and words may not. */
export const LINK = 1 << 30;

export const LONG_WORD = 14;
export const LONG_RUN = 24;

/** The bits of each ASCII character, by code. */
const OF_CHARACTER = new Int32Array(128);
OF_CHARACTER.fill(TRAIT.control, 0, 32);
OF_CHARACTER.fill(DIGIT, 48, 58);
OF_CHARACTER.fill(UPPER, 65, 91);
OF_CHARACTER.fill(LOWER, 97, 123);
/** Characters with the same bits. */
const OF_SIGNS: readonly (readonly [signs: string, bits: number])[] = [
  ["/", LINK],
  ["\\", TRAIT.backslash],
  ["@=#$%^&*", TRAIT.oddWord],
  ["~+", TRAIT.oddWord | LINK],
  ["-_", JOINT],
  ["\t", TRAIT.looseSpace],
  ["\n\r", TRAIT.lineBreak | TRAIT.looseSpace],
  ["\x7f", TRAIT.control],
];
for (const [signs, bits] of OF_SIGNS) for (const sign of signs) OF_CHARACTER[sign.charCodeAt(0)] = bits;

export const SPACE = 32;
const DOT = 46;
const HYPHEN = 45;

export function bitsOf(code: number): number {
  return code < 128 ? (OF_CHARACTER[code] as number) : TRAIT.foreign;
}

/** Returns the traits of a character outside words, or of the end of the string, after another such character. */
export function traitsBetweenWords(text: string, index: number, bits: number, before: number): number {
  if (index === text.length) return before === SPACE ? TRAIT.looseSpace : 0;
  if (text.charCodeAt(index) === SPACE) return traitsOfSpace(before, text, index);
  return bits & ~LINK;
}

function traitsOfSpace(before: number, text: string, index: number): number {
  if (before === SPACE) return TRAIT.looseSpace;
  // A closing quote or bracket after a period, question mark or exclamation mark ends the sentence too.
  return isEnd(isCloser(before) ? codeAt(text, index - 2) : before) ? TRAIT.moreText : 0;
}

function isEnd(code: number): boolean {
  return code === DOT || code === 33 || code === 63;
}

function isCloser(code: number): boolean {
  return code === 34 || code === 39 || code === 41 || code === 93;
}

/** Returns the kind of an ASCII character, or 0 if words do not contain it. */
export function wordKindOf(code: number): number {
  const own = bitsOf(code);
  if ((own & LOWER) !== 0) return KIND.small;
  if ((own & UPPER) !== 0) return KIND.capital;
  if ((own & JOINT) !== 0) return KIND.joint;
  return (own & DIGIT) === 0 ? 0 : KIND.digit;
}

export function isAlphanumeric(code: number): boolean {
  return code < 128 && ((OF_CHARACTER[code] as number) & (LOWER | UPPER | DIGIT)) !== 0;
}

export function isOfWord(code: number): boolean {
  return code < 128 && ((OF_CHARACTER[code] as number) & WORD) !== 0;
}

/**
 * Returns the traits of a word, from its length, its first character and the kinds of its characters.
 *
 * @param pairs Contains the bit of capitals if a capital follows a small letter somewhere in the word.
 */
export function traitsOfWord(text: string, start: number, end: number, kinds: number, pairs: number): number {
  const isNumbered = (kinds & KIND.digit) !== 0;
  let traits = 0;
  if ((kinds & KIND.joint) !== 0) {
    traits |= isNumbered ? TRAIT.joint | TRAIT.numbered : TRAIT.joint;
    if (text.charCodeAt(start) === HYPHEN) traits |= TRAIT.flag;
  }
  const length = end - start;
  if (length < 4) return traits;
  if (length >= LONG_WORD) return traits | TRAIT.longWord | TRAIT.oddWord | longPartTrait(text, start, end);
  return length >= 6 && ((pairs & KIND.capital) !== 0 || isNumbered) ? traits | TRAIT.oddWord : traits;
}

const LONG_PART = 23;

function longPartTrait(text: string, start: number, end: number): number {
  let from = start;
  for (let index = start; end - from >= LONG_PART; index += 1) {
    if (index < end && isAlphanumeric(text.charCodeAt(index))) continue;
    if (index - from >= LONG_PART) return TRAIT.longPart;
    from = index + 1;
  }
  return 0;
}

/**
 * Returns the code unit at an index, or 0 outside the string. No word contains 0. JavaScript engines read code units fast only
 * while every index is in bounds, so others are not read.
 */
export function codeAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}
