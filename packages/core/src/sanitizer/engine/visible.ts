import type { Edit } from "./draft.ts";

const ESCAPE = "\u001b";

/** An escape sequence colours a terminal or draws on it. */
const TERMINAL = `[${ESCAPE}\\u009b](?:\\[[\\d;?]*[ -/]*[@-~]|\\][^\\p{Cc}]*\\p{Cc}?|[@-Z\\\\\\-_])?`;

/** Controls but white space, and formatting that is zero wide or turns the direction of the text. */
const FORMATTING =
  "(?:(?![\\s\\u0085])[\\p{Cc}\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e007f}])+";

/**
 * Whatever else shows nothing, behind ASCII, where no script has a use for it: in a token it hides the rest. The keycap
 * of a digit stays.
 */
const IGNORABLE = "(?<=[!-~])(?:(?![\\s\\u0085])[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}])+(?!\\u20e3)";

/** Joiners stay between characters outside ASCII: emoji and several scripts are written with them. */
const JOINER = "(?<![^ -~])[\\u200c\\u200d]|[\\u200c\\u200d](?![^ -~])";

let invisible: RegExp | undefined;

/** The expression for all of these, made when it is first asked for. */
function hiding(): RegExp {
  invisible ??= new RegExp(`${TERMINAL}|${IGNORABLE}|${FORMATTING}|\\ufeff|${JOINER}`, "gu");
  return invisible;
}

const LOOSE_SPACE = /[\s\u0085\u2028\u2029]{2,}|[^\S ]|^ | $/g;

/** What leaves no mark on the page: a text without it reads the same and hides nothing from the rules. */
export function invisibleParts(text: string): Edit[] {
  return partsOf(text, hiding());
}

/** A text without those parts, for whom their places are of no use. */
export function withoutInvisible(text: string): string {
  return text.replace(hiding(), "");
}

/** White space that is more than one space between two words. */
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

/** An escaped line break, as in JSON that was put into a text, where a frame or a heading follows it. */
const ESCAPED_BREAK =
  /(?<!\\)\\+n(?=\\+[nt]| {2,}|[#^|*([/+]|at |File |from |in |Caused|Suppressed|Stack|Trace|During|The above|goroutine|created|thrown|\d+[: ]|\.\.\. |[Ee]rror\b|\w+Error\b|(?:eval|global|module) code@)|(?<=\\[nt])\\+t/g;

/** Any escaped white space: what it is where no path of Windows may hold a backslash before an n or a t. */
const ESCAPED_SPACE = /(?<!\\)\\+[nrt]/g;

const WINDOWS_PATH = /[A-Za-z]:\\|\\\\[A-Za-z]|%\\/;

/**
 * The text as the rules see it, of the same length: full-width letters, digits and signs, which a reader takes for the
 * ordinary ones, are the ordinary ones, and escaped line breaks of stack traces are line breaks.
 */
export function plainForms(text: string): string {
  const narrow = /[^\0-\x7f]/.test(text) ? ofOneWidth(text) : text;
  return narrow.includes("\\") ? unescaped(narrow) : narrow;
}

function ofOneWidth(text: string): string {
  return (
    text
      .replace(/[\uff0d-\uff0f\uff10-\uff19\uff1d\uff20-\uff3a\uff3f\uff41-\uff5a]/g, (wide) =>
        String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
      )
      // Resolvers take these for dots (UTS 46).
      .replace(/(?<=[A-Za-z0-9])[\u3002\uff61](?=[A-Za-z0-9])/g, ".")
  );
}

function unescaped(text: string): string {
  return text
    .replace(/(?<=File )\\+(?=")|(?<!\\)\\+(?=", line \d)/g, (slashes) => " ".repeat(slashes.length))
    .replace(
      WINDOWS_PATH.test(text) ? ESCAPED_BREAK : ESCAPED_SPACE,
      (sequence) => `${" ".repeat(sequence.length - 1)}\n`,
    );
}
