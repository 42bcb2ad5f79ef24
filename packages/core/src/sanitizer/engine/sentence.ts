import { PLACEHOLDERS } from "./redact.ts";

/** Words that a full stop follows without ending the sentence, in lower case. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  [
    "e.g i.e etc vs cf no nos nr mr mrs ms mme mlle rs dr prof st jr sr inc ltd co corp llc approx ca al fig figs eq vol pp p sec ch ver",
    "v rev ed dept est incl excl min max avg resp a.m p.m u.s u.k ph.d a.k.a jan feb mar apr jun jul aug sep sept oct nov",
    "dec mon tue wed thu fri sat sun z.b d.h u.a bzw usw ggf evtl inkl zzgl p.ex c.-à-d sra srta art abs str tel ext",
  ].flatMap((line) => line.split(" ")),
);

/** A mark that may end a sentence, what closes behind it, and the white space or the script that follows. */
const ASCII_END = /(?<![.!?])[.!?]+["')\]”’»]*(?= )/g;

/** Sentence ends of other scripts; most are followed by no space. */
const OTHER_END = /[。！？｡．؟۔।॥։።፧၊။។…‼⁇⁈⁉]/;

/** Longer texts are not handed to the segmenter; the message that leaves is far shorter. */
const SEGMENTED_LENGTH = 2_000;

let segmenter: Intl.Segmenter | undefined;

/**
 * The length of a text's first sentence, white space at its end left out. Abbreviations, initials, decimals, versions
 * and names with dots in them end none; where another script is in doubt, `Intl.Segmenter` decides.
 */
export function sentenceLength(text: string): number {
  const own = ownEnd(text);
  // A mark at the very end ends the text whoever decides.
  if (!OTHER_END.test(text.slice(0, own - 1))) return own;
  return Math.min(own, segmentedEnd(text));
}

function ownEnd(text: string): number {
  ASCII_END.lastIndex = 0;
  for (let match = ASCII_END.exec(text); match !== null; match = ASCII_END.exec(text)) {
    const end = match.index + match[0].length;
    if (ends(text, match.index, match[0], end)) return end;
  }
  return text.length;
}

function ends(text: string, index: number, mark: string, end: number): boolean {
  const next = text.slice(end).trimStart().charAt(0);
  // A sentence begins with a capital, a number, a quotation or a letter that has no case.
  if (next === "" || !/[\p{Lu}\p{Lt}\p{Lo}\p{N}"'([¿¡«“„]/u.test(next)) return false;
  if (mark.startsWith("..")) return /\p{Lu}/u.test(next);
  // What closes behind the full stop closes a sentence too.
  if (mark !== ".") return true;
  const word = /(?<![^\s("'[])[^\s("'[]*$/.exec(text.slice(Math.max(0, index - 40), index))?.[0] ?? "";
  if (/^\p{L}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return false;
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
  // "1. First" is an item of a list, and "der 3. Versuch" an ordinal.
  return !/^\d{1,2}$/.test(word);
}

function segmentedEnd(text: string): number {
  if (typeof Intl === "undefined" || Intl.Segmenter === undefined) return text.search(OTHER_END) + 1;
  segmenter ??= new Intl.Segmenter("und", { granularity: "sentence" });
  const looked = text.slice(0, SEGMENTED_LENGTH);
  const [first] = segmenter.segment(looked);
  return first === undefined ? text.length : first.segment.trimEnd().length;
}

/** The longest beginning of at most `length` units that splits neither a character nor a placeholder. */
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

/** Letters of the scripts that put no space between words, and pictures: between two of these a text may be cut. */
const CUT_ANYWHERE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{So}]/u;

/** What belongs to the character before it; behind a joiner, any character does. */
const BELONGS = /\p{M}|\u200c|\u200d|[\u{1f3fb}-\u{1f3ff}]/u;
const JOINER = "\u200d";

/** More of these one after the other belong to nothing that anybody reads. */
const LONGEST_CHARACTER = 32;

/**
 * The longest beginning of whole words, of at most `length` units; of whole characters where a script has no spaces, or a
 * single word takes half of the room.
 */
export function wordsUpTo(text: string, length: number): number {
  const end = wholeUpTo(text, length);
  if (end === text.length || text[end] === " " || text[end - 1] === " ") return text.slice(0, end).trimEnd().length;
  const space = text.lastIndexOf(" ", end);
  const last = [...text.slice(0, end).slice(-LONGEST_CHARACTER)].findLast((character) => !BELONGS.test(character));
  if (space > length / 2 && !CUT_ANYWHERE.test(last ?? "")) return text.slice(0, space).trimEnd().length;
  return characterStart(text, end);
}

/** Where the character begins that a place in a text lies in, with all that belongs to it. */
function characterStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_CHARACTER) {
    const belongs = BELONGS.test(String.fromCodePoint(text.codePointAt(start) ?? 0));
    if (!belongs && text[start - 1] !== JOINER) return start;
    start -= /[\udc00-\udfff]/.test(text.charAt(start - 1)) ? 2 : 1;
  }
  return at;
}
