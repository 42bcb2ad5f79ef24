import { MAX_DEPTH, MIN_TAIL } from "./bounds.ts";
import { type Found, finderOf } from "./finder.ts";
import { given, viewsOf } from "./views.ts";

/** Replaces a secret. The sanitizer of core uses the same word. */
const PLACEHOLDER = "[credential]";

/** What was done to a text before. `cut`: it may end in the middle of a secret. `lowered`: all letters are lower-case. */
export type Treated = "cut" | "lowered";

/** Takes known secrets out of a text from a server or from `fetch`. */
export type Redact = (text: string, treated?: Treated) => string;

/**
 * Makes a function that replaces each of `secrets` in a text. It finds a secret as it is, in base64, escaped as in JSON, URLs and HTML,
 * and with invisible characters within it. The set may grow later. Linear in the length of the text and of the secrets.
 */
export function redactorOf(secrets: ReadonlySet<string>): Redact {
  let exact = finderOf([]);
  let lowered = exact;
  let known = 0;
  return (text, treated) => {
    if (secrets.size !== known) {
      known = secrets.size;
      const forms = [...secrets].flatMap(formsOf);
      exact = finderOf(forms);
      lowered = finderOf(forms.map((form) => form.toLowerCase()));
    }
    const finder = treated === "lowered" ? lowered : exact;
    const tail = treated === "cut" ? MIN_TAIL : undefined;
    const places = viewsOf(text).flatMap((view) => finder(view.text, tail).map((found) => given(found, view)));
    return without(text, places);
  };
}

/** The text with a placeholder for each place. Places that overlap become one. */
function without(text: string, places: Found[]): string {
  let clean = "";
  let at = 0;
  for (const { start, end } of places.sort((one, other) => one.start - other.start)) {
    if (start >= at) clean += text.slice(at, start) + PLACEHOLDER;
    at = Math.max(at, end);
  }
  return clean + text.slice(at);
}

/** The forms in which a secret may appear. */
function formsOf(secret: string): string[] {
  const base64 = base64Of(secret);
  return [secret, withoutPadding(secret), base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
}

/** Base64 without its padding, which may or may not be there. */
function base64Of(secret: string): string {
  const bytes = new TextEncoder().encode(secret);
  return withoutPadding(btoa(String.fromCharCode(...bytes)));
}

/** The text without `=` at its end. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === "=") end -= 1;
  return text.slice(0, end);
}

/** A copy of parsed JSON without the secrets, in keys too. */
export function redactJson(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact, depth + 1));
  const entries = Object.entries(value).map(([key, item]) => [redact(key), redactJson(item, redact, depth + 1)]);
  return Object.fromEntries(entries);
}
