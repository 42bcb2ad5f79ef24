import { ESCAPE, unescaped } from "../../untrusted/escapes.ts";
import { Draft, type Edit } from "./draft.ts";
import { late } from "./late.ts";

const ESC = "\u001b";

/** An escape sequence that colors a terminal or draws on it. U+009B stands for the escape and its bracket. */
const TERMINAL = `\\u009b[\\d;?]+[ -/]*[@-~]|[${ESC}\\u009b](?:\\[[\\d;?]*[ -/]*[@-~]|\\][^\\p{Cc}]*\\p{Cc}?|[@-Z\\\\\\-_])?`;

/** Control characters other than white space, and formatting characters that have no width or change the direction of writing. */
const FORMATTING =
  "(?:(?![\\s\\u0085])[\\p{Cc}\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}])+";

/**
 * Other invisible characters after an ASCII character. No script needs them there, and they would hide the rest of a token. The
 * keycap of a digit stays.
 */
const IGNORABLE = "(?<=[!-~])(?:(?![\\s\\u0085])[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}])+(?!\\u20e3)";

/** Joiners, except between characters outside ASCII: emoji and several scripts are written with them. */
const JOINER = "(?<![^\\0-\\x7f])[\\u200c\\u200d]|[\\u200c\\u200d](?![^\\0-\\x7f])";

const hiding = late(`${TERMINAL}|${IGNORABLE}|${FORMATTING}|\\ufeff|${JOINER}`, "gu");

const LOOSE_SPACE = /[\s\u0085]{2,}|[^\S ]|\u0085|^ | $/g;

/** Returns the invisible parts. Without them a string reads the same and hides nothing from the rules. */
export function invisibleParts(text: string): Edit[] {
  return partsOf(text, hiding());
}

export function withoutInvisible(text: string): string {
  return text.replace(hiding(), "");
}

/** Returns edits for white space other than a single space between two words. */
export function looseSpaces(text: string): Edit[] {
  return partsOf(text, LOOSE_SPACE).map((edit) => {
    const within = edit.start > 0 && edit.end < text.length;
    return { ...edit, by: within ? " " : "" };
  });
}

function partsOf(text: string, pattern: RegExp): Edit[] {
  const parts: Edit[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    parts.push({ start: match.index, end: match.index + match[0].length, by: "" });
  }
  return parts;
}

/** An escaped line break, as in JSON within a message, before a frame or a heading. */
const ESCAPED_BREAK =
  /(?<!\\)\\+n(?=\\+[nt]| {2,}|[#^|*([/+]|at |File |from |in |Caused|Suppressed|Stack|Trace|During|The above|goroutine|created|thrown|\d+[: ]|\.\.\. |[Ee]rror\b|\w+Error\b|(?:eval|global|module) code@)|(?<=\\[nt])\\+t/g;

/** Any escaped white space. In a string with a Windows path, a backslash before an n or a t may not be an escape. */
const ESCAPED_SPACE = /(?<!\\)\\+[nrt]/g;

const WINDOWS_PATH = /[A-Za-z]:\\|\\\\[A-Za-z]|%\\/;

/**
 * Returns the string as the rules see it, with the same length. Full-width letters, digits and signs, and Cyrillic letters within a
 * Latin word, become the ordinary ones that they look like. Escaped line breaks of stack traces become line breaks.
 */
export function plainForms(text: string): string {
  return withLineBreaks(toOneWidth(text));
}

function toOneWidth(text: string): string {
  return (
    text
      .replace(/[\uff0d-\uff0f\uff10-\uff19\uff1d\uff20-\uff3a\uff3f\uff41-\uff5a]/g, (wide) =>
        String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
      )
      .replace(/(?<=[A-Za-z0-9\]])\uff1a(?=\d)/g, ":")
      // Resolvers treat these as dots (UTS 46).
      .replace(/(?<=[A-Za-z0-9])[\u3002\uff61](?=[A-Za-z0-9])/g, ".")
      .replace(/[A-Za-z\u0400-\u04ff]+/g, (word) => (/[A-Za-z]/.test(word) ? toLatin(word) : word))
  );
}

/** Cyrillic letters that look like Latin ones, and these. */
const CYRILLIC = "аеорсухіјѕԁкмтвнАВЕКМНОРСТХІЅЈ";
const LATIN = "aeopcyxijsdkmtbhABEKMHOPCTXISJ";

function toLatin(word: string): string {
  return word.replace(/[^A-Za-z]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter);
}

function withLineBreaks(text: string): string {
  return text
    .replace(/(?<=File )\\+(?=")|(?<!\\)\\+(?=", line \d)/g, (slashes) => " ".repeat(slashes.length))
    .replace(
      WINDOWS_PATH.test(text) ? ESCAPED_BREAK : ESCAPED_SPACE,
      (sequence) => `${" ".repeat(sequence.length - 1)}\n`,
    );
}

/** Letters without case: their scripts need no space between a name and the words around it. */
const JOINED = late(String.raw`\p{Lo}[\p{Lo}\p{Lm}\p{M}]*`, "gu");

const FOREIGN_LETTER = late(String.raw`(?![\0-\x7f])[\p{L}\p{M}\p{N}]`, "gu");

/** Punctuation of these scripts. */
const JOINED_SIGNS = /[\u3001\u3002\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]/g;

/**
 * Returns the string as rules for paths and stacks see it, with the same length: in words with a slash, a backslash or a dot, each letter
 * outside ASCII is a `q`, and what is joined to a name without belonging to it is white space.
 */
export function plainLetters(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.replace(/\S+/g, (word) => (/[\\/.]/.test(word) ? toPlain(word) : word)) : text;
}

function toPlain(word: string): string {
  return word
    .replace(JOINED_SIGNS, " ")
    .replace(JOINED(), (run, at: number, whole: string) =>
      (isOfName(whole.charAt(at - 1), whole.charAt(at + run.length)) ? "q" : " ").repeat(run.length),
    )
    .replace(FOREIGN_LETTER(), (letter) => "q".repeat(letter.length));
}

/** Whether letters between these two characters are part of a name. */
function isOfName(before: string, after: string): boolean {
  if (/[\\/._-]/.test(before)) return true;
  return /\w/.test(before) ? /[\w\\/.-]/.test(after) : /[\\.]/.test(after);
}

/** How many levels of escapes are undone: JSON in a URL in JSON has three. */
const MAX_DEPTH = 4;

/**
 * Undoes escapes level by level, and gives the string after each level, without invisible characters: always the same draft, which maps
 * each part back. Gives nothing if there is no escape.
 */
export function* withoutEscapes(text: string): Generator<Draft, void> {
  const draft = new Draft(text);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const edits = escapesIn(draft.text);
    if (edits.length === 0) return;
    draft.replace(edits);
    // Several escapes may make one of these: the color of a terminal, or the two halves of a character.
    draft.replace(invisibleParts(draft.text));
    yield draft;
  }
}

/** Returns the escapes of a string, and what a reader sees for each. */
function escapesIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (const { 0: written, index } of text.matchAll(ESCAPE)) {
    const by = unescaped(written);
    if (by !== written) edits.push({ start: index, end: index + written.length, by });
  }
  return edits;
}
