import { Draft, type Edit } from "./draft.ts";
import { withoutInvisible } from "./visible.ts";

/** Names of HTML for characters of ASCII, and the space that does not break. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  (
    "amp& apos' bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> lowbar_ lpar( lsqb[ lt< num# percnt% period. plus+ " +
    'quest? quot" rpar) rsqb] semi; sol/ vert|'
  )
    .split(" ")
    .map((entry): [string, string] => [entry.slice(0, -1), entry.slice(-1)])
    .concat([
      ["nbsp", " "],
      ["newline", "\n"],
      ["tab", "\t"],
    ]),
);

/** White space that a letter stands for. */
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Stands for a character that cannot be told. */
const REPLACEMENT = "\ufffd";

/**
 * A character that is written otherwise: percent encoded (RFC 3986, section 2.1), by a backslash as in JSON, JavaScript and shells, or
 * as in HTML. What was escaped several times counts, too.
 */
const ESCAPE =
  /(?<utf8>%(?:25)*[c-f][0-9a-f](?:%(?:25)*[89ab][0-9a-f]){1,3})|%(?:25)*(?:(?<byte>[0-9a-f]{2})|u(?<unit>[0-9a-f]{4}))|(?<!\\)\\+(?:u(?:(?<code>[0-9a-f]{4})|\{(?<point>[0-9a-f]{1,8})\})|x(?<hex>[0-9a-f]{2})|(?<octal>[01][0-7]{2})|(?<sign>[nrt"'`/]))|&(?:amp;)*(?:#(?<decimal>\d{1,9})|#x(?<number>[0-9a-f]{1,8})|(?<name>[a-z]{2,7}));/gi;

/** Escapes within escapes are undone so often. */
const MAX_DEPTH = 3;

/** A text in which no character is written as an escape, and which knows where each stood; `undefined` when there is none. */
export function withoutEscapes(text: string): Draft | undefined {
  const draft = new Draft(text);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const edits = escapesIn(draft.text);
    if (edits.length === 0) return depth === 0 ? undefined : draft;
    draft.replace(edits);
  }
  return draft;
}

function escapesIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(ESCAPE)) {
    const by = written(match);
    if (by !== undefined)
      edits.push({ start: match.index, end: match.index + match[0].length, by: withoutInvisible(by) });
  }
  return edits;
}

/** The character that an escape stands for; `undefined` when there is none of that name or number. */
function written({ groups = {} }: RegExpExecArray): string | undefined {
  const { utf8, byte, unit, code, point, hex, octal, sign, decimal, number, name } = groups;
  if (utf8 !== undefined) return ofBytes(utf8);
  if (sign !== undefined) return CONTROLS.get(sign.toLowerCase()) ?? sign;
  if (name !== undefined) return ENTITIES.get(name.toLowerCase());
  if (octal !== undefined) return ofCode(Number.parseInt(octal, 8));
  if (decimal !== undefined) return ofCode(Number(decimal));
  // A byte beyond ASCII is a part of a character, and no letter of a token.
  if (byte !== undefined && byte >= "8") return REPLACEMENT;
  return ofCode(Number.parseInt(byte ?? unit ?? code ?? point ?? hex ?? number ?? "", 16));
}

function ofCode(code: number): string | undefined {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

function ofBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes.replaceAll(/%(?:25)*/g, "%"));
  } catch {
    return REPLACEMENT;
  }
}
