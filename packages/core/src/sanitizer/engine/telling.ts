import { PLACEHOLDERS } from "./redact.ts";
import { sentenceLength } from "./sentence.ts";

/** Sentences that are tried for one that says something. */
const MAX_SENTENCES = 10;

/** A sentence is judged by so much of its beginning, in code units. */
const JUDGED_LENGTH = 200;

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** The name of what was taken out is no word. */
const PLACEHOLDER = /\[(?:credential|host|path|stack)\]/g;

const WORD = /\p{L}[\p{L}\p{M}\p{N}_'’.-]*/gu;

/** Letters of the scripts that put no space between words. */
const SPACELESS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/gu;

/** So many of these are taken for two words where nothing can tell words apart. */
const LETTERS_OF_TWO_WORDS = 4;

/** A line of a program. */
const CODE =
  /[;{}(]\s*$|^(?:throw|const|let|var|return|await|yield|function|import|export|raise|def|class|if \(|for \(|while \()\b/;

/** The commonest beginning of a sentence that says something. */
const TWO_WORDS = /^[A-Za-z][\w'-]{0,80}[,:;]? [A-Za-z]/;

/** The phrase of a status alone, which the status says already. Those of one word are no two words. */
const PHRASE =
  /^(?:bad (?:request|gateway)|payment required|not (?:found|acceptable|implemented)|method not allowed|(?:proxy authentication|length|upgrade|precondition) required|(?:request|gateway) time-?out|(?:precondition|expectation) failed|failed dependency|(?:payload|content|request entity) too large|(?:request-)?uri too (?:long|large)|unsupported media type|(?:requested )?range not satisfiable|unprocessable (?:entity|content)|misdirected request|too (?:early|many requests)|(?:internal )?server error|service unavailable)(?:[.!…]{0,3}$|[.!…]{1,3}[\s"')])/i;

let segmenter: Intl.Segmenter | undefined;

/**
 * Where the first sentence begins that says something, by having two words or more. "Oops!", "Error:", "Bad request." and a place in
 * a file say nothing, and neither does the line of the program that stands under its place. 0 when no sentence does.
 */
export function firstTelling(text: string): number {
  if (beginsTelling(text)) return 0;
  let place = false;
  let from = 0;
  for (let tried = 0; tried < MAX_SENTENCES; tried += 1) {
    const start = text.length - text.slice(from).trimStart().length;
    if (start === text.length) return 0;
    const [line = ""] = text.slice(start).split(LINE_BREAK, 1);
    const code: boolean = place && (/[\n\r][\t ]+$/.test(text.slice(from, start)) || CODE.test(line));
    const sentence: string = code ? line : line.slice(0, sentenceLength(line));
    if (!code && isTelling(sentence)) return tried === 0 ? 0 : start;
    place = code || sentence.includes(PLACEHOLDERS.path);
    from = start + sentence.length;
  }
  return 0;
}

function beginsTelling(text: string): boolean {
  return TWO_WORDS.test(text) && !PHRASE.test(text);
}

/** Whether a text has a sentence that says something, so that it is no code, no name and no phrase of a status. */
export function saysSomething(text: string): boolean {
  const looked = text.slice(0, JUDGED_LENGTH).trimStart();
  return firstTelling(looked) > 0 || isTelling(looked.slice(0, sentenceLength(looked)));
}

function isTelling(sentence: string): boolean {
  if (PHRASE.test(sentence)) return false;
  const text = sentence.slice(0, JUDGED_LENGTH).replace(PLACEHOLDER, " ");
  if ((text.match(WORD)?.length ?? 0) >= 2) return true;
  const letters = text.match(SPACELESS)?.length ?? 0;
  if (letters < 2) return false;
  if (typeof Intl === "undefined" || Intl.Segmenter === undefined) return letters >= LETTERS_OF_TWO_WORDS;
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length >= 2;
}
