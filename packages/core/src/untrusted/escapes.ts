/**
 * Finds escaped characters: in a URL (RFC 3986, section 2.1), escaped once or several times; in JSON (RFC 8259, section 7), JavaScript and
 * shells, including an escaped backslash; in HTML, by number or by name.
 */
export const ESCAPE =
  /%(?:25)*(?:[c-fC-F][\da-fA-F](?:%(?:25)*[89abAB][\da-fA-F]){1,3}|[\da-fA-F]{2}|u[\da-fA-F]{4})|\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,8}\}|x[\da-fA-F]{2}|[01][0-7]{2}|[nrtbf"'`/\\])|&(?:amp;)*(?:#\d{1,9}|#[xX][\da-fA-F]{1,8}|[A-Za-z]{2,16});/gu;

/** HTML's names of ASCII characters, each before its character; then those of invisible characters. All in lower case. */
const SIGNS =
  "amp& apos' bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> lowbar_ lpar( lsqb[ lt< num# percnt% " +
  "period. plus+ quest? rpar) rsqb] semi; sol/ vert| nobreak shy zerowidthspace zwj zwnj";

const NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ (() =>
  new Map([
    ...Array.from(SIGNS.matchAll(/([a-z]+)(\S?)/g), ([, ...pair]) => pair as [string, string]),
    ...Object.entries({ nbsp: " ", newline: "\n", quot: '"', tab: "\t" }),
  ]))();

/** The control character for each letter after a backslash. */
const CONTROLS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }),
);

/** The number in an escape: hexadecimal, decimal or octal. */
const NUMBER =
  /(?:\\[ux]\{?|%(?:25)*u|&(?:amp;)*#[xX])(?<hex>[\da-fA-F]+)|&(?:amp;)*#(?<decimal>\d+)|\\(?<octal>[01]\d+)/;

const MAX_CODE = 0x10_ff_ff;

/** Returns the character that a match of {@link ESCAPE} encodes; the match itself if there is no such character. */
export function unescaped(written: string): string {
  const groups = NUMBER.exec(written)?.groups;
  if (groups !== undefined) {
    const { hex, decimal, octal } = groups;
    const [digits, base] = hex ? [hex, 16] : decimal ? [decimal, 10] : [octal, 8];
    const code = Number.parseInt(String(digits), base);
    return code <= MAX_CODE ? String.fromCodePoint(code) : written;
  }
  if (written.startsWith("%")) return ofBytes(written.replace(/%(?:25)*(?=..)/g, ""));
  if (written.startsWith("\\")) return CONTROLS.get(written.slice(1)) ?? written.slice(1);
  return NAMES.get(written.replace(/&(?:amp;)*(?=.)|;/g, "").toLowerCase()) ?? written;
}

let utf8: InstanceType<typeof TextDecoder> | undefined;

/** Decodes hexadecimal digits as UTF-8, or else decodes each byte as one character. It avoids exceptions, because many of them would be slow. */
function ofBytes(digits: string): string {
  const codes = Array.from(digits.matchAll(/../g), ([hex]) => Number.parseInt(hex, 16));
  if (codes.length === 1) return String.fromCharCode(...codes);
  utf8 ??= new TextDecoder();
  const text = utf8.decode(Uint8Array.from(codes));
  return text.includes("\ufffd") ? String.fromCharCode(...codes) : text;
}
