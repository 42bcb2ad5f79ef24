import { saysSomething } from "../../sanitizer/engine/sentence.ts";
import { isNativeError, isObject, peek, peekList, peekString } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import { MAX_ISSUES } from "../validation/issues.ts";

/** The service's message to its client: one string, or one for each problem with the request. */
export type OwnText = string | readonly string[];

/** How many levels are read: an exception, the error that it wraps, and the error that h3 puts between the two. */
const MAX_DEPTH = 3;

/** Returns an exception's message; `undefined` if it says nothing or repeats the message of an error that it wraps. */
export function unlessRepeated(text: string, { field }: ThrownValue): string | undefined {
  if (!saysSomething(text)) return undefined;
  let cause = field("cause");
  for (let depth = 0; depth < MAX_DEPTH && isObject(cause); depth += 1) {
    if (textsOf(cause).some((inner) => inner && text.includes(inner))) return undefined;
    cause = peek(cause, "cause");
  }
  return text;
}

/** Returns an error's message. If an HTTP client made the error from another service's response, also the messages in that response. */
function textsOf(cause: unknown): readonly (string | undefined)[] {
  if (!isNativeError(cause)) return [];
  const bodies = [peek(cause, "data"), peek(cause, "body"), peek(peek(cause, "response"), "data")];
  return [peekString(cause, "message"), ...bodies.flatMap(textIn)];
}

/**
 * Returns what a JSON body's value says: the first of its `message`, `error`, `error.message`, `detail` and `title` that says something, or
 * the value itself. A code such as `"NOT_FOUND"` says nothing. A list of messages stays a list. Never throws.
 */
export function textIn(value: unknown): OwnText | undefined {
  if (typeof value === "string") return saysSomething(value) ? value : undefined;
  const error = peek(value, "error");
  const fields = [peek(value, "message"), error, peek(error, "message"), peek(value, "detail"), peek(value, "title")];
  for (const field of fields) {
    if (typeof field === "string" && saysSomething(field)) return field;
    const texts = peekList(field, MAX_ISSUES)?.filter((text) => typeof text === "string");
    if (texts?.[0] !== undefined && saysSomething(texts[0])) return texts;
  }
  return undefined;
}
