/** What every string contains in which a rule has a match. One pass finds the triggers of all rules, and only then do rules look. */
export interface Trigger {
  /** Strings, one of which is in the text: anywhere or, if there are `words`, at the beginning of such a word or of a part of it. */
  readonly texts: readonly string[];
  /** Words with any of these traits, as bits of `TRAIT`, or 0. */
  readonly words: number;
  /** Whether case and digits must match exactly, with no letter or digit right before. */
  readonly token: boolean;
}

/** Texts that contain one of these strings, in any case. A digit stands for any digit: `contains(":0")` finds ":7". */
export function contains(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: false };
}

/** Texts that contain one of these strings in this very case, with no letter or digit before it. */
export function containsToken(...texts: readonly string[]): Trigger {
  return { texts, words: 0, token: true };
}

/**
 * Texts with a word (a run of letters, digits, `-` and `_`) that has one of these traits. If strings are given, one of them must begin the word
 * or a part of it, in this very case; they are too common to be triggers by themselves.
 */
export function word(traits: number, ...texts: readonly string[]): Trigger {
  return { texts, words: traits, token: true };
}
