import { attempt } from "../untrusted/index.ts";

/** How often a text is unescaped. JSON in a URL in JSON takes three times. */
const MAX_PASSES = 4;

/** The last character of Unicode. */
const MAX_CODE = 0x10ffff;

/** A place in a text: from `start` to before `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** One way to read a text: the text that it gives, and where each of its characters stands in the given text. */
export interface View {
  readonly text: string;
  /** The place in the given text, by that in `text`. Left out where both are the same. */
  readonly places?: readonly Found[];
  /** `"dropped"` where the text was read without its white space, so that words run together. */
  readonly spaces?: "dropped";
}

/** The place in the given text of something that was found in a view. */
export function given({ start, end }: Found, { places }: View): Found {
  return { start: places?.[start]?.start ?? start, end: places?.[end - 1]?.end ?? end };
}

/** Letters, digits and signs of double width, which read as ordinary ones. */
const WIDE = /[\uff01-\uff5e]/u;

const WRITTEN_OTHERWISE = new RegExp(
  [
    // A character in a URL (RFC 3986, section 2.1): one byte, and those that follow it in UTF-8.
    /%[\da-fA-F]{2}(?:%[89abAB][\da-fA-F]){0,3}/u,
    // A character in JSON (RFC 8259, section 7) or in a string of JavaScript.
    /\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,8}\}|x[\da-fA-F]{2}|[nrtbf\W])/u,
    // A character in HTML, by its number or its name.
    /&(?:#[xX]?[\da-fA-F]{1,12}|[A-Za-z]{2,16});/u,
    // A terminal color: a control character that is not white space, and its parameters.
    /[^\P{Cc}\s]\[[\d;?]{0,40}[ -/]{0,8}[@-~]/u,
    // Invisible characters: controls except white space, characters without width or ink (`DI`: default ignorable), accents.
    /[^\P{Cc}\s\u0085]|[\p{DI}\p{Mn}\p{Me}\u2800\ufff9-\ufffb]/u,
    WIDE,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** HTML's names of characters that a credential may hold, and of invisible characters. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    sol: "/",
    bsol: "\\",
    plus: "+",
    period: ".",
    colon: ":",
    lowbar: "_",
    equals: "=",
    percnt: "%",
    shy: "",
    zwj: "",
    zwnj: "",
    ZeroWidthSpace: "",
    NoBreak: "",
  }),
);

/**
 * The ways to read a text: as it is, then with escapes of URLs, JSON and HTML undone and invisible characters removed, again and
 * again, and at last without white space. Linear in the length of the text.
 */
export function viewsOf(text: string): View[] {
  const views: View[] = [];
  let last: View = { text };
  for (let view: View | undefined = last; view !== undefined; ) {
    views.push(view);
    last = view;
    view = views.length > MAX_PASSES ? undefined : readWith(WRITTEN_OTHERWISE, meaningOf, view);
  }
  const spaceless = readWith(/\s+/gu, () => "", last);
  return spaceless === undefined ? views : [...views, { ...spaceless, spaces: "dropped" }];
}

/** A view of a view: what `expression` finds is read as `meant` says. `undefined` where that changes nothing. */
function readWith(expression: RegExp, meant: (written: string) => string, view: View): View | undefined {
  const places: Found[] = [];
  let text = "";
  let at = 0;
  const put = (part: string, end: number) => {
    const place = given({ start: at, end }, view);
    text += part;
    while (places.length < text.length) places.push(place);
    at = end;
  };
  const copy = (end: number) => {
    while (at < end) put(view.text.charAt(at), at + 1);
  };
  for (const { 0: written, index } of view.text.matchAll(expression)) {
    const meaning = meant(written);
    if (meaning === written) continue;
    copy(index);
    put(meaning, index + written.length);
  }
  if (at === 0) return undefined;
  copy(view.text.length);
  return { text, places };
}

/** The number of a character in an escape that has one. */
const NUMBERED = /^(?:\\[ux]|&#x?)\{?([\da-f]+)/i;

/** What an escape means; the same text where it is not an escape. */
function meaningOf(written: string): string {
  const [, digits] = NUMBERED.exec(written) ?? [];
  if (digits !== undefined) {
    const code = Number.parseInt(digits, /^&#\d/.test(written) ? 10 : 16);
    return code <= MAX_CODE ? String.fromCodePoint(code) : written;
  }
  const rest = written.slice(1);
  switch (written[0]) {
    case "%":
      return ofBytes(written);
    case "\\":
      return "\n\r\t\b\f"["nrtbf".indexOf(rest)] ?? rest;
    case "&":
      return NAMES.get(rest.slice(0, -1)) ?? written;
    default:
      return WIDE.test(written) ? String.fromCharCode(written.charCodeAt(0) - 0xfee0) : "";
  }
}

/** Reads bytes as UTF-8, or else each as a character. */
function ofBytes(written: string): string {
  return attempt(
    () => decodeURIComponent(written),
    () => written.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  );
}
