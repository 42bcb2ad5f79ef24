/**
 * Finds characters that are written otherwise: in a URL (RFC 3986, section 2.1), once or several times; in JSON (RFC 8259, section 7),
 * JavaScript and shells, where an escaped backslash is one, too; in HTML, by number or by name.
 */
export const ESCAPE =
  /%(?:25)*(?:[c-fC-F][\da-fA-F](?:%(?:25)*[89abAB][\da-fA-F]){1,3}|[\da-fA-F]{2}|u[\da-fA-F]{4})|\\(?:u[\da-fA-F]{4}|u\{[\da-fA-F]{1,8}\}|x[\da-fA-F]{2}|[01][0-7]{2}|[nrtbf"'`/\\])|&(?:amp;)*(?:#\d{1,9}|#[xX][\da-fA-F]{1,8}|[A-Za-z]{2,16});/gu;

/** HTML's names of characters of ASCII, and of what shows nothing, in small letters. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    apos: "'",
    bsol: "\\",
    colon: ":",
    comma: ",",
    commat: "@",
    dollar: "$",
    equals: "=",
    excl: "!",
    grave: "`",
    gt: ">",
    lowbar: "_",
    lpar: "(",
    lsqb: "[",
    lt: "<",
    nbsp: " ",
    newline: "\n",
    nobreak: "",
    num: "#",
    percnt: "%",
    period: ".",
    plus: "+",
    quest: "?",
    quot: '"',
    rpar: ")",
    rsqb: "]",
    semi: ";",
    shy: "",
    sol: "/",
    tab: "\t",
    vert: "|",
    zerowidthspace: "",
    zwj: "",
    zwnj: "",
  }),
);

/** What a letter means after a backslash. */
const CONTROLS: ReadonlyMap<string, string> = new Map(Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }));

/** The number in an escape: hexadecimal, decimal or octal. */
const NUMBER =
  /^(?:\\[ux]\{?|%(?:25)*u|&(?:amp;)*#[xX])(?<hex>[\da-fA-F]+)|^&(?:amp;)*#(?<decimal>\d+)|^\\(?<octal>[01]\d+)/;

/** The last character of Unicode. */
const MAX_CODE = 0x10_ff_ff;

/** The character that a match of {@link ESCAPE} encodes; the match itself when there is no such character. */
export function unescaped(written: string): string {
  const { hex, decimal, octal } = NUMBER.exec(written)?.groups ?? {};
  const digits = hex ?? decimal ?? octal;
  if (digits !== undefined) {
    const code = Number.parseInt(digits, hex !== undefined ? 16 : octal === undefined ? 10 : 8);
    return code <= MAX_CODE ? String.fromCodePoint(code) : written;
  }
  if (written.startsWith("%")) return ofBytes(written.replace(/%(?:25)*(?=..)/g, "%"));
  if (written.startsWith("\\")) return CONTROLS.get(written.slice(1)) ?? written.slice(1);
  return NAMES.get(written.replace(/^&(?:amp;)*(?=.)|;$/g, "").toLowerCase()) ?? written;
}

let utf8: InstanceType<typeof TextDecoder> | undefined;

/** Reads bytes as UTF-8, or else each as a character. Throws no error on the way: many of them would take long. */
function ofBytes(bytes: string): string {
  const codes = (bytes.match(/[^%]{2}/g) ?? []).map((hex) => Number.parseInt(hex, 16));
  if (codes.length === 1) return String.fromCharCode(...codes);
  utf8 ??= new TextDecoder();
  const text = utf8.decode(Uint8Array.from(codes));
  return text.includes("\ufffd") ? String.fromCharCode(...codes) : text;
}
