import { ESCAPE, unescaped } from "../untrusted/escapes.ts";

/** How often a string is unescaped. JSON in a URL in JSON takes three passes. */
const MAX_PASSES = 4;

/** A place in a string: from `start` to just before `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** One way to read a string: the resulting string, and the place of each of its characters in the original string. */
export interface View {
  readonly text: string;
  /** The places in the original string, by index in `text`. Left out if both are the same. */
  readonly places?: readonly Found[];
  /** `"dropped"` if the string was read without its white space, so that words run together. */
  readonly spaces?: "dropped";
}

/** Returns the place in the original string of a match in a view. */
export function toSourceSpan({ start, end }: Found, { places }: View): Found {
  return { start: places?.[start]?.start ?? start, end: places?.[end - 1]?.end ?? end };
}

/** Fullwidth letters, digits and signs, which read as ordinary ones. */
const WIDE = /[\uff01-\uff5e]/u;

let shown: RegExp | undefined;

/** Returns the pattern of characters that look different from what they are, or show nothing. */
function shownOtherwise(): RegExp {
  shown ??= new RegExp(
    [
      // A terminal color: a control character that is not white space, and its parameters. U+009B needs no bracket.
      /[^\P{Cc}\s]\[[\d;?]{0,40}[ -/]{0,8}[@-~]|\u009b[\d;?]{1,40}[ -/]{0,8}[@-~]/u,
      // Invisible characters: controls except white space, characters without width or ink (`DI`: default ignorable), accents.
      /[^\P{Cc}\s\u0085]|[\p{DI}\p{Mn}\p{Me}\u2800\ufff9-\ufffb]/u,
      WIDE,
    ]
      .map(({ source }) => source)
      .join("|"),
    "gu",
  );
  return shown;
}

let escaping: RegExp | undefined;

/** Returns the pattern of escapes. */
function escapes(): RegExp {
  // JavaScript drops a backslash before any other sign.
  escaping ??= new RegExp(`${ESCAPE.source}|\\\\\\W`, "gu");
  return escaping;
}

/**
 * Returns the ways to read a string: as it is; as it looks, without invisible characters; then, repeatedly, with escapes of URLs, JSON and
 * HTML decoded, and as that looks; and finally each of these without white space. Linear in the length of the string.
 */
export function viewsOf(text: string): View[] {
  let last: View = { text };
  const views = [last];
  const reads = (pattern: RegExp) => {
    const view = readWith(pattern, meaningOf, last);
    if (view === undefined) return false;
    last = view;
    views.push(view);
    return true;
  };
  // Not both in one: right before a secret, `%` or a backslash may make its beginning look like an escape, as in `%ab`.
  reads(shownOtherwise());
  for (let pass = 0; pass < MAX_PASSES && reads(escapes()); pass += 1) reads(shownOtherwise());
  for (const view of [...views]) {
    const spaceless = readWith(/\s+/gu, () => "", view);
    if (spaceless !== undefined) views.push({ ...spaceless, spaces: "dropped" });
  }
  return views;
}

/** Makes a view of a view, in which each match of `expression` is replaced by its meaning. `undefined` if that changes nothing. */
function readWith(expression: RegExp, meant: (written: string) => string, view: View): View | undefined {
  const places: Found[] = [];
  let text = "";
  let at = 0;
  const put = (part: string, end: number) => {
    const place = toSourceSpan({ start: at, end }, view);
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

/** Returns the meaning of an escape. For other characters, returns what a reader sees. */
function meaningOf(written: string): string {
  if (/^[%\\&]/.test(written)) return unescaped(written);
  return WIDE.test(written) ? String.fromCharCode(written.charCodeAt(0) - 0xfee0) : "";
}
