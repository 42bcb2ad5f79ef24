/**
 * Returns where the match for a trigger at a place begins, or -1 if none can. `least` is the previous place of the same
 * trigger, or -1. Everything before it has been checked, so that no run is read twice.
 */
export type Start = (text: string, at: number, least: number) => number;

/** What every string contains in which a rule has a match. One pass finds the triggers of all rules, and only then do rules look. */
export interface Trigger {
  /** Strings, one of which each match for this trigger contains, in any case and with any digits in place of theirs. */
  readonly texts: readonly string[];
  /** Alternatively, words with any of these traits, as bits of `TRAIT`. */
  readonly words: number;
  /** Whether case and digits must match the strings exactly, with no letter or digit right before them. */
  readonly token: boolean;
  /** Finds where a match begins. If absent, the rule looks at the whole string. */
  readonly start: Start | undefined;
}

/** Matches that begin with one of the strings. */
export function beginsWith(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false, start: here };
}

/** Matches that begin with exactly one of the strings, with no letter or digit before it. */
export function beginsWithToken(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: true, start: here };
}

/**
 * Matches that begin with exactly one of the strings, with no letter or digit before it, in a word with one of these traits.
 * For strings that are too common to be triggers themselves.
 */
export function beginsInWord(words: number, ...texts: readonly string[]): Trigger {
  return { texts, words, token: true, start: here };
}

/** Matches that contain one of the strings; `start` finds where they begin. */
export function beginsAt(start: Start, ...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false, start };
}

/** Matches that begin with a run of these characters right before one of the strings, or with the string itself if there is no run. */
export function beginsWithRun(run: RegExp, ...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false, start: runStart(run) };
}

/** Matches that begin with a word (a run of letters, digits, `-` and `_`) with one of these traits. */
export function beginsWithWord(words: number, start: Start = here): Trigger {
  return { texts: [], words, token: false, start };
}

/** Matches that contain one of the strings anywhere. If it occurs, the rule looks at the whole string. */
export function holds(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false, start: undefined };
}

/** The start of a match that begins with its trigger. */
export function here(_text: string, at: number): number {
  return at;
}

/** Makes a function that finds where the run of characters before a place begins. It returns -1 if the run reaches back to `least`. */
export function runStart(run: RegExp): Start {
  const has = characters(run);
  return (text, at, least) => {
    let start = at;
    while (start > 0 && start !== least && has(text, start - 1)) start -= 1;
    return start === least ? -1 : start;
  };
}

/** Finds where a match begins, if a quick check allows one there. The expression itself would take longer. */
export function startIf(start: Start, may: (text: string, start: number, at: number) => boolean): Start {
  return (text, at, least) => {
    const place = start(text, at, least);
    return place >= 0 && may(text, place, at) ? place : -1;
  };
}

/** Returns where the run of characters that begins at a place ends. */
export function runEnd(text: string, from: number, has: (text: string, at: number) => boolean): number {
  let end = from;
  while (end < text.length && has(text, end)) end += 1;
  return end;
}

/** Makes a test for whether an expression matches the character at a place. The answers for ASCII are kept. */
export function characters(expression: RegExp): (text: string, at: number) => boolean {
  let ofAscii: Uint8Array | undefined;
  return (text, at) => {
    if (at < 0 || at >= text.length) return false;
    const code = text.charCodeAt(at);
    if (code >= 128) return expression.test(characterAt(text, at));
    ofAscii ??= Uint8Array.from({ length: 128 }, (_, one) => Number(expression.test(String.fromCharCode(one))));
    return ofAscii[code] === 1;
  };
}

/** Returns the character that a code unit belongs to. */
function characterAt(text: string, at: number): string {
  const before = String.fromCodePoint(text.codePointAt(at - 1) ?? 0);
  return at > 0 && before.length === 2 ? before : String.fromCodePoint(text.codePointAt(at) ?? 0);
}
