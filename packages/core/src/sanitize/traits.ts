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
  /** A hyphen or underscore within a word. */
  joint: 1 << 11,
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
} as const;

const LOWER = 1 << 24;
const UPPER = 1 << 25;
const JOINT = 1 << 26;
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

/** The traits of a text, as bits of {@link TRAIT}. */
export function traitsOf(text: string): number {
  let traits = 0;
  let start = -1;
  let word = 0;
  let before = SPACE;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const bits = code < 128 ? (OF_CHARACTER[code] ?? 0) : TRAIT.foreign;
    if ((bits & WORD) !== 0) {
      if (start < 0) start = index;
      word |= bits | changeOfCase(word, bits);
    } else if (start >= 0) {
      traits |= ofWord(word, index - start, text.charCodeAt(start));
      start = -1;
      word = 0;
    }
    traits |= ofCharacter(code, bits, before);
    before = code;
  }
  if (start >= 0) traits |= ofWord(word, text.length - start, text.charCodeAt(start));
  return before === SPACE ? traits | TRAIT.looseSpace : traits;
}

/** A capital changes the case of a word once a small letter came before it. */
function changeOfCase(word: number, bits: number): number {
  return (bits & UPPER) !== 0 && (word & LOWER) !== 0 ? TRAIT.oddWord : 0;
}

/** The traits of a character that is in no word, and of what it follows. */
function ofCharacter(code: number, bits: number, before: number): number {
  if (code === SPACE) return ofSpace(before);
  const own = (bits & WORD) === 0 ? bits : 0;
  return before === DOT ? own | TRAIT.innerDot : own;
}

function ofSpace(before: number): number {
  if (before === SPACE) return TRAIT.looseSpace;
  // . ! ? and closing quotes or brackets after one of them
  return before === DOT || before === 33 || before === 63 || before === 34 || before === 39 || before === 41
    ? TRAIT.moreText
    : 0;
}

function ofWord(word: number, length: number, first: number): number {
  let traits = word & TRAIT.digit;
  if ((word & JOINT) !== 0) {
    traits |= TRAIT.joint;
    if (first === HYPHEN) traits |= TRAIT.flag;
  }
  if (length < 4) return traits;
  if ((word & UPPER) !== 0 && (word & (LOWER | TRAIT.digit)) === 0) traits |= TRAIT.capitals;
  if (length >= 14) traits |= TRAIT.longWord;
  if (length >= 6 && ((word & (TRAIT.digit | TRAIT.oddWord)) !== 0 || length >= 14)) traits |= TRAIT.oddWord;
  return traits;
}
