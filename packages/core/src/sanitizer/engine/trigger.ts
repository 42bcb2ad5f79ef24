/**
 * Where a match begins, told from where a trigger stands; -1 when none can begin for it. `least` is where the same trigger
 * stood last, or -1: what lies before that was looked at then, so that no run is read twice.
 */
export type Start = (text: string, at: number, least: number) => number;

/** What a text holds wherever a rule has a match: the one pass over a text finds it, and only then does the rule look. */
export interface Trigger {
  /** Texts of which each match for this trigger holds one: in any case, and with any digits for theirs. */
  readonly texts: readonly string[];
  /** Or words with any of these traits, as bits of `TRAIT`, by where they begin. */
  readonly words: number;
  /** Whether case and digits must be as in the texts, and nothing alphanumeric right before them. */
  readonly token: boolean;
  /** Where a match begins; by the whole text when absent. */
  readonly start: Start | undefined;
}

/** Matches that begin with one of the texts. */
export function beginsWith(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false, start: here };
}

/** Matches that begin with one of the texts exactly, behind no letter and no digit. */
export function beginsWithToken(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: true, start: here };
}

/**
 * Matches that begin with one of the texts exactly, behind no letter and no digit, in a word that has one of some traits: for
 * texts that are too common to be waited for.
 */
export function beginsInWord(words: number, ...texts: readonly string[]): Trigger {
  return { texts, words, token: true, start: here };
}

/** Matches with one of the texts in them, of which `start` tells where they begin. */
export function beginsAt(start: Start, ...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false, start };
}

/** Matches that begin with a run of such characters, which ends where one of the texts begins; with the text when it is empty. */
export function beginsWithRun(run: RegExp, ...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false, start: runStart(run) };
}

/** Matches that begin with a word, a run of letters, digits, `-` and `_`, that has one of some traits. */
export function beginsWithWord(words: number, start: Start = here): Trigger {
  return { texts: [], words, token: false, start };
}

/** Matches with one of the texts anywhere in them: once it stands in a text, the rule looks at all of it. */
export function holds(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false, start: undefined };
}

/** A match begins with its trigger. */
export function here(_text: string, at: number): number {
  return at;
}

/** Tells where a run of characters begins that ends before a place; -1 when it reaches to the place that was asked for last. */
export function runStart(run: RegExp): Start {
  const has = characters(run);
  return (text, at, least) => {
    let start = at;
    while (start > 0 && start !== least && has(text, start - 1)) start -= 1;
    return start === least ? -1 : start;
  };
}

/** Where a match begins, if what stands there and what its trigger is let one: an expression takes longer to tell. */
export function startIf(start: Start, may: (text: string, start: number, at: number) => boolean): Start {
  return (text, at, least) => {
    const place = start(text, at, least);
    return place >= 0 && may(text, place, at) ? place : -1;
  };
}

/** Where a run of characters ends that begins at a place. */
export function runEnd(text: string, from: number, has: (text: string, at: number) => boolean): number {
  let end = from;
  while (end < text.length && has(text, end)) end += 1;
  return end;
}

/** Tells whether the character at a place is one that an expression matches. What it says of ASCII is remembered. */
export function characters(expression: RegExp): (text: string, at: number) => boolean {
  const known = new Uint8Array(128);
  return (text, at) => {
    if (at < 0 || at >= text.length) return false;
    const code = text.charCodeAt(at);
    const said = code < 128 ? (known[code] as number) : UNKNOWN;
    return said === UNKNOWN ? ask(expression, text, at, known) : said === YES;
  };
}

const UNKNOWN = 0;
const NO = 1;
const YES = 2;

function ask(expression: RegExp, text: string, at: number, known: Uint8Array): boolean {
  const code = text.charCodeAt(at);
  if (code >= 128) return expression.test(characterAt(text, at));
  const says = expression.test(text.charAt(at));
  known[code] = says ? YES : NO;
  return says;
}

/** The character that a code unit belongs to. */
function characterAt(text: string, at: number): string {
  const before = String.fromCodePoint(text.codePointAt(at - 1) ?? 0);
  return at > 0 && before.length === 2 ? before : String.fromCodePoint(text.codePointAt(at) ?? 0);
}
