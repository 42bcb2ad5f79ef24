/** One way to read a text: the text that it gives, and where each of its characters stands in the given text. */
export interface View {
  readonly text: string;
  /** By the place in `text`: where the character begins in the given text. Left out where all places are the same. */
  readonly starts?: readonly number[];
  /** By the place in `text`: where the character ends in the given text. */
  readonly ends?: readonly number[];
}

/** How often a text is unescaped. JSON in a URL in JSON takes three times. */
const MAX_PASSES = 4;

/** A character in a URL (RFC 3986, section 2.1), of one byte or in the forms of UTF-8. */
const IN_URL =
  /%(?:[c-dC-D][\da-fA-F]%[89abAB][\da-fA-F]|[eE][\da-fA-F](?:%[89abAB][\da-fA-F]){2}|[fF][0-7](?:%[89abAB][\da-fA-F]){3}|[\da-fA-F]{2})/u;

/** A character in JSON (RFC 8259, section 7) or in a string of JavaScript. */
const IN_JSON = /\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,8}\}|x[\da-fA-F]{2}|[nrtbf]|[^\w])/u;

const IN_HTML = /&(?:#\d{1,12}|#[xX][\da-fA-F]{1,12}|[A-Za-z]{2,16});/u;

/** A terminal color: a control character that is not white space, and its parameters. */
const COLOR = /[^\P{Cc}\s]\[[\d;?]{0,40}[ -/]{0,8}[@-~]/u;

/** Invisible characters: controls except white space, characters without width or ink, accents. */
const INVISIBLE = /(?![\s\u0085])\p{Cc}|\p{Default_Ignorable_Code_Point}|[\u2800\ufff9-\ufffb]|\p{Mn}|\p{Me}/u;

/** Letters, digits and signs of double width, which read as ordinary ones. */
const WIDE = /[\uff01-\uff5e]/u;

const WRITTEN_OTHERWISE = new RegExp(
  [IN_URL, IN_JSON, IN_HTML, COLOR, INVISIBLE, WIDE].map(({ source }) => source).join("|"),
  "gu",
);

/** HTML's names of characters that a credential may hold, and of invisible characters. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["sol", "/"],
  ["bsol", "\\"],
  ["plus", "+"],
  ["period", "."],
  ["colon", ":"],
  ["lowbar", "_"],
  ["equals", "="],
  ["percnt", "%"],
  ["shy", ""],
  ["zwj", ""],
  ["zwnj", ""],
  ["ZeroWidthSpace", ""],
  ["NoBreak", ""],
]);

/** Escapes of JSON that stand for white space and controls. */
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
]);

/**
 * The ways to read a text: as it is, then with escapes of URLs, JSON and HTML undone and invisible characters removed, again and
 * again. Linear in the length of the text.
 */
export function viewsOf(text: string): View[] {
  const views: View[] = [{ text }];
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = unescaped(views.at(-1) as View);
    if (next === undefined) break;
    views.push(next);
  }
  return views;
}

/** Undoes one level of escapes; `undefined` where there is none. */
function unescaped({ text, starts, ends }: View): View | undefined {
  const parts: string[] = [];
  const [newStarts, newEnds]: [number[], number[]] = [[], []];
  let changed = false;
  let at = 0;
  const put = (part: string, from: number, to: number) => {
    parts.push(part);
    for (let index = 0; index < part.length; index += 1) {
      newStarts.push(starts?.[from] ?? from);
      newEnds.push(ends?.[to - 1] ?? to);
    }
  };
  const copy = (to: number) => {
    for (; at < to; at += 1) put(text.charAt(at), at, at + 1);
  };
  for (const { 0: written, index } of text.matchAll(WRITTEN_OTHERWISE)) {
    const meant = mappingOf(written);
    if (meant === written) continue;
    copy(index);
    at = index + written.length;
    put(meant, index, at);
    changed = true;
  }
  if (!changed) return undefined;
  copy(text.length);
  return { text: parts.join(""), starts: newStarts, ends: newEnds };
}

/** What an escape means; the same text where it is not an escape. */
function mappingOf(written: string): string {
  const rest = written.slice(1);
  switch (written[0]) {
    case "%":
      return ofBytes(written);
    case "\\":
      if (/^[ux]./.test(rest)) return ofCode(Number.parseInt(rest.replace(/[^\da-fA-F]/g, ""), 16)) ?? written;
      return CONTROLS.get(rest) ?? rest;
    case "&": {
      const name = rest.slice(0, -1);
      if (name[0] !== "#") return NAMES.get(name) ?? written;
      const code = /^#[xX]/.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return ofCode(code) ?? written;
    }
    default:
      return WIDE.test(written) ? String.fromCharCode(written.charCodeAt(0) - 0xfee0) : "";
  }
}

/** Reads bytes as UTF-8, or else each as a character. */
function ofBytes(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

function ofCode(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
