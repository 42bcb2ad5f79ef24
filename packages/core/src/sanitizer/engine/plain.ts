const SMALL = 1;
const CAPITAL = 2;
const SPACE = 3;
const COMMA = 4;
const END = 5;

/** What of a plain sentence an ASCII character is; 0 for all others. */
const KINDS = new Uint8Array(128);
KINDS.fill(SMALL, 97, 123);
KINDS.fill(CAPITAL, 65, 91);
KINDS[32] = SPACE;
KINDS[44] = COMMA;
for (const end of ".!?") KINDS[end.charCodeAt(0)] = END;

/** Longer words may be other things. */
const LONGEST_WORD = 13;

/** The words that a rule finds something at without any sign beside them. */
const TELLING = /localhost|certificate|call at/i;

/**
 * Whether a text is one sentence of plain words with a space between each two, in which no rule of this package finds
 * anything: that is told sooner than by looking for all that they wait for, and most messages are such sentences.
 */
export function isPlain(text: string): boolean {
  const last = text.length - 1;
  let start = 0;
  let before = SPACE;
  for (let index = 0; index <= last; index += 1) {
    const code = text.charCodeAt(index);
    const kind = code < 128 ? (KINDS[code] as number) : 0;
    if (kind === SMALL) {
      if (index - start >= LONGEST_WORD || before === COMMA) return false;
    } else if (kind === SPACE) {
      if (before === SPACE) return false;
      start = index + 1;
    } else if (kind === CAPITAL) {
      if (index !== start) return false;
    } else if (kind === COMMA || (kind === END && index === last)) {
      if (before !== SMALL && before !== CAPITAL) return false;
    } else return false;
    before = kind;
  }
  return before !== SPACE && before !== COMMA && !TELLING.test(text);
}
