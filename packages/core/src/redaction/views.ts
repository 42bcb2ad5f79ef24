import { ESCAPE, unescaped } from "../untrusted/escapes.ts";

/** How often a text is unescaped. JSON in a URL in JSON takes three times. */
const MAX_PASSES = 4;

/** A place in a text: from `start` to before `end`. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** One way to read a text: the text that it gives, and the position of each of its characters in the given text. */
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
    ESCAPE,
    // JavaScript drops a backslash before any other sign.
    /\\\W/u,
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

/** What an escape means; of anything else, what a reader sees of it. */
function meaningOf(written: string): string {
  if (/^[%\\&]/.test(written)) return unescaped(written);
  return WIDE.test(written) ? String.fromCharCode(written.charCodeAt(0) - 0xfee0) : "";
}
