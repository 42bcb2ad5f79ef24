/** Stands where a secret stood. The sanitizer of core uses the same word. */
const PLACEHOLDER = "[credential]";

/** How deep a value is followed; what lies deeper is left out. */
const MAX_DEPTH = 32;

/** Nothing of a word stands before: no letter or digit, but for those of an escape. */
const BEGINS_WORD = "(?:(?<!\\w)|(?<=%[0-9A-Fa-f]{2})|(?<=\\\\u[0-9A-Fa-f]{4})|(?<=\\\\[nrtbf]))";

/** HTML's names of the characters that it must escape. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "amp"],
  ["<", "lt"],
  [">", "gt"],
  ['"', "quot"],
  ["'", "apos"],
]);

/** How much of a secret may stand at the end of a text that was cut off, in characters. */
const MAX_TAIL = 5;

/** A secret that is no longer than this is taken out where it stands alone, since words may contain it. */
const MAX_SHORT = 7;

/**
 * Takes secrets that are known by their text out of what a server, or a `fetch`, says; of a text that may have been cut off
 * also the beginning of one, at its end.
 */
export type Redact = (text: string, cut?: boolean) => string;

/**
 * A function that replaces each of `secrets` in a text: as it is, in base64, and with any of its characters escaped as
 * JSON, URLs and HTML do it. The set may grow later.
 */
export function redactorOf(secrets: ReadonlySet<string>): Redact {
  let forms: readonly (readonly [form: string, pattern: RegExp])[] = [];
  let known = 0;
  return (text, cut = false) => {
    if (secrets.size !== known) {
      known = secrets.size;
      forms = formsOf(secrets);
    }
    let clean = text;
    for (const [, pattern] of forms) clean = clean.replace(pattern, PLACEHOLDER);
    if (cut) for (const [form] of forms) clean = withoutTail(clean, form);
    return clean;
  };
}

/** The longest first: it may begin with another. */
function formsOf(secrets: ReadonlySet<string>): [form: string, pattern: RegExp][] {
  return [...secrets]
    .flatMap((secret) => [secret, withoutPadding(secret), base64Of(secret)])
    .filter((form, index, all) => form !== "" && all.indexOf(form) === index)
    .sort((a, b) => b.length - a.length)
    .map((form) => [form, patternOf(form)]);
}

/** Each character in its own position, plain or escaped: as many steps as the text has characters, times those of the secret. */
function patternOf(secret: string): RegExp {
  const characters = [...secret].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    const hex = [...code.toString(16).padStart(2, "0")]
      .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
      .join("");
    // Backslashes that may be missing before one that must not be would leave more than one way to match.
    const escaping = /[\w\\]/.test(character) ? "" : "\\\\{0,4}";
    const plain = `${escaping}\\u{${code.toString(16)}}`;
    const named = ENTITIES.get(character) ?? `#${code}`;
    return `(?:${plain}|%(?:25){0,2}${hex}|\\\\{1,4}u0{0,4}${hex}|&(?:${named}|#0{0,4}${code}|#[xX]0{0,4}${hex});)`;
  });
  const alone = secret.length <= MAX_SHORT;
  return new RegExp(`${alone ? BEGINS_WORD : ""}${characters.join("")}${alone ? "(?!\\w)" : ""}`, "gu");
}

function withoutTail(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length > MAX_TAIL; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + PLACEHOLDER;
  }
  return text;
}

/** Without its padding, which may or may not follow. */
function base64Of(secret: string): string {
  const bytes = new TextEncoder().encode(secret);
  return withoutPadding(btoa(String.fromCharCode(...bytes)));
}

/** Base64 may stand with its padding or without. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === "=") end -= 1;
  return text.slice(0, end);
}

/** A copy of parsed JSON without the secrets, its keys included. */
export function redactJson(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact, depth + 1));
  const entries = Object.entries(value).map(([key, item]) => [redact(key), redactJson(item, redact, depth + 1)]);
  return Object.fromEntries(entries);
}
