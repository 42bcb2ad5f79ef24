import { late } from "./late.ts";
import { PLACEHOLDER, PLACEHOLDERS } from "./redact.ts";

/** Abbreviations, in lower case. The period after one does not end a sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  [
    "e.g i.e etc vs cf no nos nr mr mrs ms mme mlle rs dr prof st jr sr inc ltd co corp llc approx ca al fig figs eq vol pp p sec ch ver",
    "v rev ed dept est incl excl min max avg resp a.m p.m u.s u.k ph.d a.k.a jan feb mar apr jun jul aug sep sept oct nov",
    "dec mon tue wed thu fri sat sun z.b d.h u.a bzw usw ggf evtl inkl zzgl p.ex c.-à-d sra srta art abs str tel ext",
  ].flatMap((line) => line.split(" ")),
);

/** A mark that may end a sentence, with closing quotes and brackets after it, before a space. */
const ASCII_END = /(?<![.!?])[.!?]+["')\]”’»]*(?= )/g;

/** Marks that end a sentence in other scripts; most have no space after them. */
const OTHER_END = /[。！？｡．؟۔।॥։።፧၊။។…‼⁇⁈⁉]/;

/** How many code units of a string the segmenter gets. The message that is sent is far shorter. */
const SEGMENTED_LENGTH = 2_000;

const segmenters: { sentence?: Intl.Segmenter; word?: Intl.Segmenter } = {};

/** Returns nothing in a runtime without segmenters. */
function segmenterOf(granularity: "sentence" | "word"): Intl.Segmenter | undefined {
  if (typeof Intl === "undefined" || Intl.Segmenter === undefined) return undefined;
  segmenters[granularity] ??= new Intl.Segmenter("und", { granularity });
  return segmenters[granularity];
}

/**
 * Returns the length of a string's first sentence, without trailing white space. Abbreviations, initials, decimals, versions
 * and names with dots in them do not end a sentence. For marks of other scripts, `Intl.Segmenter` decides.
 */
export function sentenceLength(text: string): number {
  const own = ownEnd(text);
  // A mark at the very end of the sentence does not matter.
  if (!OTHER_END.test(text.slice(0, own - 1))) return own;
  return Math.min(own, segmentedEnd(text));
}

function ownEnd(text: string): number {
  ASCII_END.lastIndex = 0;
  for (let match = ASCII_END.exec(text); match !== null; match = ASCII_END.exec(text)) {
    const end = match.index + match[0].length;
    if (endsSentence(text, match.index, match[0], end)) return end;
  }
  return text.length;
}

const BEGINS_SENTENCE = late(String.raw`[\p{Lu}\p{Lt}\p{Lo}\p{N}"'([¿¡«“„]`, "u");
const CAPITAL = late(String.raw`\p{Lu}`, "u");
const INITIALS = late(String.raw`^\p{L}(?:\.\p{L})*$`, "u");

function endsSentence(text: string, index: number, mark: string, end: number): boolean {
  const next = text.slice(end).trimStart().charAt(0);
  // A sentence begins with a capital, a number, a quotation or a letter without case.
  if (!BEGINS_SENTENCE().test(next)) return false;
  if (mark.startsWith("..")) return CAPITAL().test(next);
  // A closing quote or bracket after the period ends the sentence too.
  if (mark !== ".") return true;
  const word = text.slice(Math.max(0, index - 40), index).replace(/.*[\s("'[]/s, "");
  if (INITIALS().test(word)) return false;
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
  // "1. First" is an item of a list, and "der 3. Versuch" an ordinal.
  return !/^\d{1,2}$/.test(word);
}

function segmentedEnd(text: string): number {
  const sentences = segmenterOf("sentence")?.segment(text.slice(0, SEGMENTED_LENGTH)) ?? [];
  // The segmenter ends a sentence at an abbreviation, too. It finds one sentence at a time, and the rest is not needed.
  for (const { index, segment } of sentences) {
    if (OTHER_END.test(segment)) return index + segment.trimEnd().length;
  }
  return text.search(OTHER_END) + 1;
}

/** Returns the length of the longest beginning, of at most `length` units, that splits neither a character nor a placeholder. */
export function wholeUpTo(text: string, length: number): number {
  if (text.length <= length) return text.length;
  for (const placeholder of Object.values(PLACEHOLDERS)) {
    const start = text.lastIndexOf(placeholder, length - 1);
    if (start >= 0 && start + placeholder.length > length) return start;
  }
  const last = text.charCodeAt(length - 1);
  const whole = last >= 0xd800 && last < 0xdc00 ? length - 1 : length;
  return text.slice(0, whole).trimEnd().length;
}

/** Letters of scripts without spaces between words, and symbols such as emoji. A string may be cut between two of these. */
const CUT_ANYWHERE = late(
  String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{So}]`,
  "u",
);

/** Characters that belong to the one before them. Any character after a joiner belongs to it too. */
const BELONGS = late(String.raw`\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}]`, "u");
const JOINER = "\u200d";

/** A longer sequence of these is not one character to any reader. */
const LONGEST_CHARACTER = 32;

/**
 * Returns the length of the longest beginning of whole words of a longer string, of at most `length` units. It may end within a word if the script
 * has no spaces, or if one word takes half of the room.
 */
export function wordsUpTo(text: string, length: number): number {
  const end = text.slice(0, wholeUpTo(text, length)).trimEnd().length;
  const space = text.lastIndexOf(" ", end);
  const last = [...text.slice(0, end).slice(-LONGEST_CHARACTER)].findLast((character) => !BELONGS().test(character));
  if (space > length / 2 && !CUT_ANYWHERE().test(last ?? "")) return text.slice(0, space).trimEnd().length;
  return characterStart(text, end);
}

/** Returns where the character at a place begins, including everything that belongs to it. */
function characterStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_CHARACTER) {
    const belongs = BELONGS().test(String.fromCodePoint(text.codePointAt(start) ?? 0));
    if (!belongs && text[start - 1] !== JOINER) return start;
    start -= /[\udc00-\udfff]/.test(text.charAt(start - 1)) ? 2 : 1;
  }
  return at;
}

const MAX_SENTENCES = 10;
const JUDGED_LENGTH = 200;

/** A line from its first visible character on. JavaScript does not count U+0085, which is a line break, as white space. */
const LINE = /[^\s\u0085][^\n\v\f\r\u0085\u2028\u2029]*/g;

const WORD = late(String.raw`\p{L}[\p{L}\p{M}\p{N}_'’.-]*`, "gu");

/** Letters of scripts without spaces between words. */
const SPACELESS = late(
  String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]`,
  "gu",
);

/** How many of these letters count as two words if there is no segmenter. */
const LETTERS_OF_TWO_WORDS = 4;

const CODE =
  /[;{}(]\s*$|^(?:throw|const|let|var|return|await|yield|function|import|export|raise|def|class|if \(|for \(|while \()\b/;

/** A numbered line of source code, as compilers and template engines show it. */
const NUMBERED_CODE = /^\s*(?:>{1,2}\s*)?\d{1,6}\s?\|/;

/** The beginning of a line that says only that something failed, and the rest of such a line. */
const FAILURE =
  /^(?:(?:oops|sorry|uh[ -]oh)[, ]{1,3})?(?:something (?:went (?:terribly |horribly )?wrong|failed)|(?:an? |the following )?(?:(?:unknown|unexpected|internal|unhandled|fatal|generic) )?(?:error|exception)s? (?:has |have |was |were )?(?:occurr?ed|happened|thrown))/iu;
const WITHOUT_WORDS = late(
  String.raw`^[^\p{L}\p{N}\n\v\f\r\u0085\u2028\u2029]*(?:[\n\v\f\r\u0085\u2028\u2029]|$)`,
  "u",
);

function saysItFailed(line: string): boolean {
  const failure = FAILURE.exec(line)?.[0];
  return failure !== undefined && WITHOUT_WORDS().test(line.slice(failure.length));
}

/** The phrase of a status, which only repeats the status. One-word phrases need no entry. */
const PHRASE =
  /^(?:bad (?:request|gateway)|payment required|not (?:found|acceptable|implemented)|method not allowed|(?:proxy authentication|length|upgrade|precondition) required|(?:request|gateway) time-?out|(?:precondition|expectation) failed|failed dependency|(?:payload|content|request entity) too large|(?:request-)?uri too (?:long|large)|unsupported media type|(?:requested )?range not satisfiable|unprocessable (?:entity|content)|misdirected request|too (?:early|many requests)|(?:internal )?server error|service unavailable)(?:[.!…]{0,3}(?:$|[\n\v\f\r\u0085\u2028\u2029])|[.!…]{1,3}[\s"')])/i;

/**
 * Returns where the first sentence begins that says something, that is, has at least two words. "Oops!", "Error:", "Bad
 * request.", a place in a file and the source lines under it say nothing. A line that says only that something failed counts if
 * no other line says more.
 */
export function startOfMeaning(text: string): number {
  let failure: number | undefined;
  let afterPlace = false;
  let from = 0;
  for (let tried = 0; tried < MAX_SENTENCES; tried += 1) {
    LINE.lastIndex = from;
    const match = LINE.exec(text);
    if (match === null) break;
    const { 0: line, index: start } = match;
    const { length, says, hasPlace } = judge(line, text.slice(from, start), afterPlace);
    if (says === "something") return tried === 0 ? 0 : start;
    if (says === "that it failed") failure ??= start;
    afterPlace = hasPlace;
    from = start + length;
  }
  return failure ?? 0;
}

interface Judgement {
  /** How much of the line was judged. */
  readonly length: number;
  readonly says: "something" | "that it failed" | undefined;
  /** Whether a source line may follow. */
  readonly hasPlace: boolean;
}

/** Judges the first sentence of a line, or the whole line if it is source code. */
function judge(line: string, before: string, afterPlace: boolean): Judgement {
  const { length } = line;
  if (NUMBERED_CODE.test(line) || (afterPlace && (/[\n\r][\t ]+$/.test(before) || CODE.test(line))))
    return { length, says: undefined, hasPlace: true };
  if (saysItFailed(line)) return { length, says: "that it failed", hasPlace: false };
  const sentence = line.slice(0, sentenceLength(line));
  const says = hasMeaning(sentence) ? "something" : undefined;
  return { length: sentence.length, says, hasPlace: sentence.includes(PLACEHOLDERS.path) };
}

/** Whether a string has a sentence that says something, and not just a code, a name or the phrase of a status. */
export function saysSomething(text: string): boolean {
  const beginning = text.slice(0, JUDGED_LENGTH).trimStart();
  return startOfMeaning(beginning) > 0 || hasMeaning(beginning.slice(0, sentenceLength(beginning)));
}

function hasMeaning(sentence: string): boolean {
  if (PHRASE.test(sentence)) return false;
  // A placeholder does not count as a word.
  const text = sentence.slice(0, JUDGED_LENGTH).replace(PLACEHOLDER, " ");
  if ((text.match(WORD())?.length ?? 0) >= 2) return true;
  const letters = text.match(SPACELESS())?.length ?? 0;
  if (letters < 2) return false;
  const words = segmenterOf("word")?.segment(text);
  if (words === undefined) return letters >= LETTERS_OF_TWO_WORDS;
  return [...words].filter(({ isWordLike }) => isWordLike).length >= 2;
}
