/** What every string contains in which a rule has a match. One pass finds the triggers of all rules, and only then do rules look. */
export interface Trigger {
  /** Strings, one of which is in the string, or with `words`, begins a part of such a word. None means any such word. */
  readonly texts: readonly string[];
  /** Words with any of these traits, as bits of `TRAIT`, or 0. */
  readonly words: number;
  /** Whether case and digits must match exactly, with no letter or digit right before. */
  readonly token: boolean;
}

/** Strings that contain one of these, in any case and with any digits in place of theirs. */
export function contains(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false };
}

/** Strings that contain exactly one of these, with no letter or digit before it. */
export function containsToken(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: true };
}

/**
 * Strings with a word (a run of letters, digits, `-` and `_`) that has one of these traits. Of several strings, exactly one must begin
 * the word or a part of it; such strings are too common to be triggers themselves.
 */
export function word(traits: number, ...texts: readonly string[]): Trigger {
  return { texts, words: traits, token: true };
}
