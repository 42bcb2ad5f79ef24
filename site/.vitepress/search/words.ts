/** Words that say nothing about what a reader looks for. The index leaves them out of texts, and a search does not look for them. */
const FILLERS = new Set(
  "a about after also an and any are as at be because been before but by can could did do does each for from get gets had has have how i if in into is it its itself may me must my of on only or other our own same so some such than that the their them then there these they this those to too was we were what when where which while who whose why will with would you your".split(
    " ",
  ),
);

/** What divides words. A name with underscores is several words, as in MiniSearch. */
const BETWEEN = /[\s\p{Z}\p{P}`$<>=|+^~]+/u;

/** The words of a text that say something. */
export function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().split(BETWEEN).filter(Boolean);
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : words;
}

const ENDING = /(?:ies|ied|ing|ed|es|s|y|e)$/;

/** The beginning that the forms of a word share: `retr` of "retry" and "retries". The word itself if that is too short to tell anything. */
export function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return stem.length >= 3 ? stem : word;
}
