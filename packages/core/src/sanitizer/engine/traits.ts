/** What a text has in it that some rule needs. One scan finds all of them, so that a rule without its traits is not run. */
export const TRAIT = {
  colon: 1 << 0,
  slash: 1 << 1,
  backslash: 1 << 2,
  at: 1 << 3,
  equals: 1 << 4,
  hash: 1 << 5,
  tilde: 1 << 6,
  /** A dot with something right after it. */
  innerDot: 1 << 7,
  digit: 1 << 8,
  /** A run of at least 14 letters, digits, `-` and `_`. */
  longWord: 1 << 9,
  /** A run of at least six that is no plain word (long, digits in it, a capital behind a small letter), or a rare sign. */
  oddWord: 1 << 10,
  /** A word with a hyphen or underscore and with a digit in it. */
  numbered: 1 << 11,
  /** A word of at least four upper-case letters, such as a system error's name. */
  capitals: 1 << 12,
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
} as const;

const LOWER = 1 << 24;
const UPPER = 1 << 25;
/** A capital behind a small letter: one place left of the first, two of the second. */
const CHANGE = 1 << 26;
const JOINT = 1 << 27;
const WORD = LOWER | UPPER | JOINT | TRAIT.digit;

/** Bits of the ASCII characters, by code. */
const OF_CHARACTER = new Int32Array(128);
OF_CHARACTER.fill(TRAIT.control, 0, 32);
OF_CHARACTER.fill(TRAIT.digit, 48, 58);
OF_CHARACTER.fill(UPPER, 65, 91);
OF_CHARACTER.fill(LOWER, 97, 123);
const SINGLE: Readonly<Record<string, number>> = {
  ":": TRAIT.colon | TRAIT.separator | TRAIT.mark,
  "/": TRAIT.slash,
  "\\": TRAIT.backslash,
  "@": TRAIT.at | TRAIT.oddWord,
  "=": TRAIT.equals | TRAIT.oddWord | TRAIT.separator | TRAIT.mark,
  "#": TRAIT.hash | TRAIT.oddWord,
  "~": TRAIT.tilde | TRAIT.oddWord,
  '"': TRAIT.quote | TRAIT.mark,
  "'": TRAIT.quote | TRAIT.mark,
  "`": TRAIT.quote | TRAIT.mark,
  "(": TRAIT.parenthesis | TRAIT.mark,
  $: TRAIT.dollar | TRAIT.oddWord,
  "%": TRAIT.dollar | TRAIT.oddWord,
  "^": TRAIT.oddWord,
  "&": TRAIT.oddWord,
  "*": TRAIT.oddWord,
  "+": TRAIT.oddWord,
  "-": JOINT,
  _: JOINT,
  "\t": TRAIT.looseSpace,
  "\n": TRAIT.lineBreak | TRAIT.looseSpace,
  "\r": TRAIT.lineBreak | TRAIT.looseSpace,
  "\x7f": TRAIT.control,
};
for (const [character, bits] of Object.entries(SINGLE)) OF_CHARACTER[character.charCodeAt(0)] = bits;

const SPACE = 32;
const DOT = 46;
const HYPHEN = 45;
const ENDS: readonly number[] = [DOT, 33, 63];
const CLOSERS: readonly number[] = [34, 39, 41, 93];

/**
 * A sentence of plain words and small numbers: it has no trait at all. An expression tells that sooner than the scan, and
 * most messages are such.
 */
const PLAIN = /^(?:(?:[A-Za-z][a-z]{0,12}(?:'[a-z]{1,2})?|\d{1,3}),? )*[A-Za-z][a-z]{0,12}[.!?]?$/;

/** Whether a text is one sentence of plain words, with none of the traits. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** The traits of a text, as bits of {@link TRAIT}. */
export function traitsOf(text: string): number {
  let traits = 0;
  let start = -1;
  let word = 0;
  let before = SPACE;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const bits = code < 128 ? (OF_CHARACTER[code] as number) : TRAIT.foreign;
    if ((bits & WORD) !== 0) {
      // A capital counts as a change once a small letter came before it in the word.
      word |= bits | ((bits << 1) & (word << 2) & CHANGE);
      if (start < 0) start = index;
    } else if (start >= 0) {
      traits |= ofWord(word, index - start, text.charCodeAt(start));
      start = -1;
      word = 0;
    }
    traits |= code === SPACE ? ofSpace(before, text, index) : ofMark(bits, before);
    before = code;
  }
  if (start >= 0) traits |= ofWord(word, text.length - start, text.charCodeAt(start));
  return before === SPACE ? traits | TRAIT.looseSpace : traits;
}

function ofMark(bits: number, before: number): number {
  return before === DOT ? (bits & ~WORD) | TRAIT.innerDot : bits & ~WORD;
}

function ofSpace(before: number, text: string, index: number): number {
  if (before === SPACE) return TRAIT.looseSpace;
  // What closes behind a full stop, question mark or exclamation mark closes the sentence with it.
  const last = CLOSERS.includes(before) ? text.charCodeAt(index - 2) : before;
  return ENDS.includes(last) ? TRAIT.moreText : 0;
}

function ofWord(word: number, length: number, first: number): number {
  let traits = word & TRAIT.digit;
  if ((word & JOINT) !== 0) {
    traits |= traits === 0 ? TRAIT.joint : TRAIT.joint | TRAIT.numbered;
    if (first === HYPHEN) traits |= TRAIT.flag;
  }
  if (length < 4) return traits;
  if ((word & UPPER) !== 0 && (word & (LOWER | TRAIT.digit)) === 0) traits |= TRAIT.capitals;
  if (length >= 14) traits |= TRAIT.longWord;
  if (length >= 6 && ((word & (TRAIT.digit | CHANGE)) !== 0 || length >= 14)) traits |= TRAIT.oddWord;
  return traits;
}
