/** What stands for a secret. */
const TAKEN = "[token]";

/** Shorter pieces of Base64 or hexadecimal digits stand in many a text. */
const MIN_RUN = 8;

/** A letter as a URL, JSON, a script or a page writes it. */
const ESCAPED =
  /%(?:25)*([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|&#x0*([0-9a-f]{2});|&#0*([0-9]{2,3});|&(amp|lt|gt|quot|apos);|\\([^a-z0-9])/gi;

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Takes secrets out of texts, also in the forms that a URL, JSON, a page, Base64, digits or another case gives them. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)].filter((one) => one !== "").sort((one, other) => other.length - one.length);
  if (known.length === 0) return (text) => text;
  const written = new RegExp(
    known
      .flatMap((one) => [one, decoded(one).text])
      .map(literal)
      .join("|"),
    "gi",
  );
  const runs = known.flatMap(encodings).map((run) => new RegExp(run, "g"));
  return (text) => runs.reduce((rest, run) => rest.replace(run, TAKEN), withoutWritten(text, written));
}

/** Takes out what is found in a text, and then in what the text means. */
function withoutWritten(text: string, written: RegExp): string {
  const plain = text.replace(written, TAKEN);
  const { text: meant, starts } = decoded(plain);
  if (meant === plain) return plain;
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: found } of meant.matchAll(written)) {
    parts.push(plain.slice(from, starts[index]), TAKEN);
    from = starts[index + found.length] ?? plain.length;
  }
  return [...parts, plain.slice(from)].join("");
}

/** What a text means, and where in it each letter of that begins. */
function decoded(text: string): { readonly text: string; readonly starts: Uint32Array } {
  const starts = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  const add = (part: string, start: number) => {
    for (let at = 0; at < part.length; at += 1) starts[length + at] = start + at;
    length += part.length;
    parts.push(part);
  };
  let from = 0;
  for (const {
    index,
    0: whole,
    1: url,
    2: unicode,
    3: hex,
    4: entity,
    5: decimal,
    6: name,
    7: itself,
  } of text.matchAll(ESCAPED)) {
    const digits = url ?? unicode ?? hex ?? entity;
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
    add(text.slice(from, index), from);
    add(itself ?? NAMED[name?.toLowerCase() ?? ""] ?? String.fromCharCode(code), index);
    from = index + whole.length;
  }
  add(text.slice(from), from);
  starts[length] = text.length;
  return { text: parts.join(""), starts };
}

/** Expressions of a secret in hexadecimal digits, and in Base64 behind none, one or two letters of another text. */
function encodings(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const base64 = [0, 1, 2].flatMap((before) => {
    const written = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    // The letters at both ends depend on what stands beside the secret.
    const sure = written
      .replaceAll("=", "")
      .slice(before === 0 ? 0 : before + 1, (before + bytes.length) % 3 === 0 ? undefined : -1);
    const beside = "[\\w+/-]?";
    const run = literal(sure).replaceAll("\\+", "[+-]").replaceAll("\\/", "[/_]");
    return sure.length < MIN_RUN ? [] : [`${before === 0 ? "" : beside}${run}${beside}={0,2}`];
  });
  const inDigits =
    digits.length < MIN_RUN ? [] : [digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)];
  return [...inDigits, ...base64];
}

/** An expression that finds exactly this text. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
