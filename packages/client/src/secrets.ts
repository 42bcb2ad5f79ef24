import { Finder, type Found } from "./finder.ts";
import { type View, viewsOf } from "./views.ts";

/** Stands where a secret stood. The sanitizer of core uses the same word. */
const PLACEHOLDER = "[credential]";

/** How deep a value is followed; what lies deeper is left out. */
const MAX_DEPTH = 32;

/** How much of the beginning of a secret is taken for one at the end of a text that was cut off, in characters. */
const MIN_TAIL = 6;

/** What was done to a text before: `cut` it may end in the middle of a secret; `lowered` its letters are all small. */
export type Treated = "cut" | "lowered";

/** Takes secrets that are known by their text out of what a server, or a `fetch`, says. */
export type Redact = (text: string, treated?: Treated) => string;

/**
 * A function that replaces each of `secrets` in a text: as it is, in base64, with any of its characters escaped as JSON, URLs
 * and HTML do it, and with characters between them that leave no mark. The set may grow later. Linear in the length of the
 * text and in that of the secrets.
 */
export function redactorOf(secrets: ReadonlySet<string>): Redact {
  let exact = new Finder([]);
  let lowered = exact;
  let known = 0;
  return (text, treated) => {
    if (secrets.size !== known) {
      known = secrets.size;
      const forms = [...secrets].flatMap(formsOf);
      exact = new Finder(forms);
      lowered = new Finder(forms.map((form) => form.toLowerCase()));
    }
    const finder = treated === "lowered" ? lowered : exact;
    const tail = treated === "cut" ? MIN_TAIL : undefined;
    const places = viewsOf(text).flatMap((view) => finder.in(view.text, tail).map((found) => given(found, view)));
    return without(text, places);
  };
}

/** Where something that was found in a view stands in the text as it was given. */
function given({ start, end }: Found, { starts, ends }: View): Found {
  return { start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end };
}

/** The text with the placeholder for each place; places that overlap are one. */
function without(text: string, places: Found[]): string {
  let clean = "";
  let at = 0;
  let open: Found | undefined;
  const close = () => {
    if (open === undefined) return;
    clean += text.slice(at, open.start) + PLACEHOLDER;
    at = open.end;
  };
  for (const place of places.sort((one, other) => one.start - other.start)) {
    if (open !== undefined && place.start < open.end) open = { start: open.start, end: Math.max(open.end, place.end) };
    else {
      close();
      open = place;
    }
  }
  close();
  return clean + text.slice(at);
}

/** The forms in which a secret may be told. */
function formsOf(secret: string): string[] {
  const base64 = base64Of(secret);
  return [secret, withoutPadding(secret), base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
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
