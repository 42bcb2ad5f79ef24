/** Stands where a token stood. The sanitizer of core uses the same word. */
const PLACEHOLDER = "[credential]";

/** How deep a value is followed; what lies deeper is left out. */
const MAX_DEPTH = 32;

/** Takes secrets that are known by their text out of what a server, or a `fetch`, says. */
export type Redact = (text: string) => string;

/** A function that replaces each of `secrets` in a text. The set may grow later. */
export function redactorOf(secrets: ReadonlySet<string>): Redact {
  return (text) => {
    let clean = text;
    for (const secret of secrets) {
      for (const form of [secret, encodeURIComponent(secret)]) clean = clean.replaceAll(form, PLACEHOLDER);
    }
    return clean;
  };
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

/**
 * What a `fetch` failed with, as an error that holds no secret: name, text and `code`, and the same of its causes. The
 * original may hold the whole request, its headers included.
 */
export function redactCause(thrown: unknown, redact: Redact, depth = 0): unknown {
  if (typeof thrown === "string") return redact(thrown);
  if (typeof thrown !== "object" || thrown === null || depth > 4) return undefined;
  const { name, message, code, cause } = thrown as Partial<Record<"name" | "message" | "code" | "cause", unknown>>;
  const inner = redactCause(cause, redact, depth + 1);
  const copy = new Error(
    typeof message === "string" ? redact(message) : "",
    inner === undefined ? {} : { cause: inner },
  );
  if (typeof name === "string") copy.name = redact(name);
  // The frames of this copy are ours and say nothing; the originals may show arguments.
  copy.stack = `${copy.name}: ${copy.message}`;
  return typeof code === "string" ? Object.assign(copy, { code: redact(code) }) : copy;
}
