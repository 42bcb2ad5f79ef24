import { fleschKincaid } from "flesch-kincaid";
import type { Sentence } from "./sentences.ts";

/** How hard some prose is to read. */
export interface Measures {
  readonly words: number;
  readonly sentences: number;
  readonly over30: number;
  /** Those over 30 words are among them. */
  readonly over25: number;
  readonly passive: number;
  /** The grade of Flesch and Kincaid: years of school that a reader needs. `NaN` without words. */
  readonly grade: number;
}

export function measure(sentences: readonly Sentence[]): Measures {
  const sum = (of: (sentence: Sentence) => number) => sentences.reduce((total, sentence) => total + of(sentence), 0);
  const word = sum(({ words }) => words);
  const proseWords = word - sum(({ codes }) => codes);
  // A code counts as a word of average length: nobody reads it by its syllables.
  const syllable = (sum(({ syllables }) => syllables) * word) / proseWords;
  return {
    words: word,
    sentences: sentences.length,
    over30: sentences.filter(({ words }) => words > 30).length,
    over25: sentences.filter(({ words }) => words > 25).length,
    passive: sentences.filter(({ passive }) => passive).length,
    grade: fleschKincaid({ sentence: sentences.length, word, syllable }),
  };
}

/** Why a writer should look at a sentence once more; empty if there is no reason. */
export function reasonsToMend({ words, passive }: Sentence): string[] {
  return [...(words > 25 ? [`${words} words`] : []), ...(passive ? ["passive"] : [])];
}
