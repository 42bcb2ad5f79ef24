import { attempt } from "../untrusted/attempt.ts";
import { isRecord } from "../untrusted/peek.ts";
import { type ErrorObject, readErrorObject } from "./error-object.ts";

/** The JSON body of every error response: the one key `error`, and at most the deprecated text `detail` beside it. */
export interface Envelope {
  readonly error: ErrorObject;
  /** @deprecated Equal to `error.message`; a future version of the protocol removes it. */
  readonly detail?: string;
}

/** Taken once, so that a later patch of `JSON` does not reach an answer. */
const { parse } = JSON;

/**
 * Reads an envelope as strictly as the contract describes it: exactly the five fields, and nothing beside `error` but the
 * deprecated text. Takes the JSON text, or what was parsed from it. `undefined` when it is not an envelope. Never throws.
 */
export function parseEnvelope(body: unknown): Envelope | undefined {
  if (typeof body === "string" && !mayBeEnvelope(body)) return undefined;
  return attempt(
    () => readEnvelope(typeof body === "string" ? parse(body) : body),
    () => undefined,
  );
}

/** Whether a text can be that of an envelope, so that most others need not be parsed: without an escape, names are as they are. */
function mayBeEnvelope(text: string): boolean {
  return (text.includes('"error"') && text.includes('"param"')) || text.includes("\\u");
}

function readEnvelope(body: unknown): Envelope | undefined {
  if (!isRecord(body) || !Object.hasOwn(body, "error")) return undefined;
  const { error: given, ...rest } = body;
  const error = readErrorObject(given);
  if (error === undefined) return undefined;
  if (Object.keys(rest).some((name) => name !== "detail")) return undefined;
  const detail = Object.hasOwn(rest, "detail") ? rest["detail"] : undefined;
  if (detail === undefined) return { error };
  return typeof detail === "string" ? { error, detail } : undefined;
}
