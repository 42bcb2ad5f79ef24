import { finderOf, MAX_SHORT } from "./finder.ts";
import { readingsOf, type Span, toSourceSpan } from "./readings.ts";

/** Replaces a secret. The sanitizer uses the same placeholder. */
const PLACEHOLDER = "[credential]";

/** How many characters of a secret count as the secret if a string was cut off in the middle of it. */
const MIN_TAIL = 6;

/**
 * Removes known secrets from a string. `"cut"` says that the string was cut off, perhaps in the middle of a secret: then the beginning of a
 * secret counts as well. Never throws.
 */
export type Redact = (text: string, treated?: "cut") => string;

/**
 * Makes a function that replaces each of `secrets` in a string with `[credential]`. It finds a secret in any case, in base64 with other
 * data around it, in hexadecimal digits, escaped as in JSON, URLs and HTML, in fullwidth letters, and with invisible characters or white
 * space within it. The set may grow later. Linear in the length of the string and of the secrets. Never throws.
 *
 * @example
 * const redact = redactorOf(new Set([token]));
 * redact(`The server said ${encodeURIComponent(token)}`); // "The server said [credential]"
 */
export function redactorOf(secrets: ReadonlySet<string>): Redact {
  let finder = finderOf([]);
  let known = 0;
  return (text, treated) => {
    if (secrets.size === 0) return text;
    if (secrets.size !== known) {
      known = secrets.size;
      finder = finderOf([...secrets].flatMap(formsOf));
    }
    const tail = treated === "cut" ? MIN_TAIL : undefined;
    const spans = readingsOf(text).flatMap((reading) =>
      finder(reading.text, tail)
        .filter(({ start, end }) => !reading.isSpaceless || end - start > MAX_SHORT)
        .map((span) => toSourceSpan(span, reading)),
    );
    return redact(text, spans);
  };
}

/** Replaces each span with a placeholder. Overlapping spans become one. */
function redact(text: string, spans: Span[]): string {
  let clean = "";
  let at = 0;
  for (const { start, end } of spans.sort((one, other) => one.start - other.start)) {
    if (start >= at) clean += text.slice(at, start) + PLACEHOLDER;
    at = Math.max(at, end);
  }
  return clean + text.slice(at);
}

function formsOf(secret: string): string[] {
  const bytes = [...new TextEncoder().encode(secret)];
  const hexadecimal = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const base64 = [base64Of(bytes), ...[0, 1, 2].map((before) => base64Within(bytes, before))];
  const base64url = base64.map((digits) => digits.replaceAll("+", "-").replaceAll("/", "_"));
  // A few digits may occur in any string.
  const encoded = [hexadecimal, ...base64, ...base64url].filter((form) => form.length > MAX_SHORT);
  return [secret, withoutPadding(secret), ...encoded];
}

/** Encodes bytes as base64 without padding, which is optional. */
function base64Of(bytes: readonly number[]): string {
  return withoutPadding(btoa(bytes.map((byte) => String.fromCharCode(byte)).join("")));
}

/**
 * Returns the base64 digits of a secret within longer data, whatever surrounds it. `before` is the number of bytes before the secret,
 * modulo three. The digits at both ends also depend on the surrounding bytes, so they are left out.
 */
function base64Within(bytes: readonly number[], before: number): string {
  const digits = base64Of([...Array<number>(before).fill(0), ...bytes]);
  return digits.slice(before === 0 ? 0 : before + 1, (before + bytes.length) % 3 === 0 ? undefined : -1);
}

function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === "=") end -= 1;
  return text.slice(0, end);
}
