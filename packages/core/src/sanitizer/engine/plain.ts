const SMALL = 1;
const CAPITAL = 2;
const SPACE = 3;
const COMMA = 4;
const END = 5;
const KINDS = 8;

/** What of a plain sentence an ASCII character is; 0 for all others. */
const OF_CHARACTER = new Uint8Array(128);
OF_CHARACTER.fill(SMALL, 97, 123);
OF_CHARACTER.fill(CAPITAL, 65, 91);
OF_CHARACTER[32] = SPACE;
OF_CHARACTER[44] = COMMA;
for (const end of ".!?") OF_CHARACTER[end.charCodeAt(0)] = END;

/** Where in a sentence a character may stand: where a word begins, in one, behind a comma, behind the end. */
const BEGIN = 1;
const WORD = 2;
const PAUSE = 3;
const OVER = 4;

/** By the place times the kinds plus the kind of the next character: the next place, or 0. */
const NEXT = new Uint8Array(5 * KINDS);
NEXT[BEGIN * KINDS + SMALL] = WORD;
NEXT[BEGIN * KINDS + CAPITAL] = WORD;
NEXT[WORD * KINDS + SMALL] = WORD;
NEXT[WORD * KINDS + SPACE] = BEGIN;
NEXT[WORD * KINDS + COMMA] = PAUSE;
NEXT[WORD * KINDS + END] = OVER;
NEXT[PAUSE * KINDS + SPACE] = BEGIN;

/** Longer words, with the mark behind them, may be other things. */
const LONGEST_WORD = 13;

/**
 * Whether a text is one sentence of plain words with a space between each two, in which no rule of this package finds
 * anything: that is told sooner than by looking for all that they wait for, and most messages are such sentences.
 */
export function isPlain(text: string): boolean {
  let place = BEGIN;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 128) return false;
    place = NEXT[place * KINDS + (OF_CHARACTER[code] as number)] as number;
    if (place === WORD) continue;
    if (place === 0) return false;
    if (place === BEGIN) {
      if (index - start > LONGEST_WORD || isTelling(text, start)) return false;
      start = index + 1;
    }
  }
  return (place === WORD || place === OVER) && text.length - start <= LONGEST_WORD && !isTelling(text, start);
}

/** Whether a word is one at which a rule finds something without any sign beside it: "localhost", "certificate", "call at". */
function isTelling(text: string, start: number): boolean {
  const first = text.charCodeAt(start) | 32;
  if (first === 99) return text.startsWith("ertificate", start + 1) || text.startsWith("all at", start + 1);
  return first === 108 && text.startsWith("ocalhost", start + 1);
}
