import { saysSomething } from "../../sanitizer/engine/telling.ts";
import { isNativeError, isObject, peek, peekList, peekString } from "../../untrusted/peek.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import { MAX_ISSUES } from "../validation/issues.ts";

/** What a service says to its client: one text, or one for each thing that is wrong with the request. */
export type OwnText = string | readonly string[];

/** An exception, what it wraps, and what h3 puts between the two. */
const MAX_DEPTH = 3;

/** The text of an exception; `undefined` when it says nothing, or repeats the text of an error that it wraps. */
export function unlessRepeated(text: string, { field }: ThrownValue): string | undefined {
  if (!saysSomething(text)) return undefined;
  let cause = field("cause");
  for (let depth = 0; depth < MAX_DEPTH && isObject(cause); depth += 1) {
    if (textsOf(cause).some((inner) => inner !== "" && text.includes(inner))) return undefined;
    cause = peek(cause, "cause");
  }
  return text;
}

/** The text of an error, and that of the answer of another service, where an HTTP client has made the error of one. */
function textsOf(cause: unknown): readonly string[] {
  if (!isNativeError(cause)) return [];
  const bodies = [peek(cause, "data"), peek(cause, "body"), peek(peek(cause, "response"), "data")];
  return [peekString(cause, "message") ?? "", ...bodies.flatMap((body) => textIn(body) ?? [])];
}

/**
 * What the value of a JSON body says: its `message`, `error`, `error.message`, `detail` or `title`, whichever of these first says
 * something, or the value itself. A code, such as `"NOT_FOUND"`, says nothing. A list of messages stays one. Never throws.
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
