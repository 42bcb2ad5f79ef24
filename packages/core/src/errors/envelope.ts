import { tryOr } from "../untrusted/attempt.ts";
import { isRecord } from "../untrusted/peek.ts";
import { type ErrorObject, readErrorObject } from "./error-object.ts";

/** The JSON body of every error response: the key `error`, and at most the deprecated string `detail` beside it. */
export interface Envelope {
  readonly error: ErrorObject;
  /** @deprecated Since 0.1: use `error.message`, which is equal. A future version of the protocol removes this. */
  readonly detail?: string;
}

/** Captured at load time, so that a later patch of `JSON` does not affect a response. */
const { parse } = JSON;

/**
 * Reads an envelope as strictly as the contract describes it: exactly the five fields, and nothing beside `error` except the deprecated
 * string. Accepts JSON as a string or parsed. `undefined` if it is not an envelope. Never throws.
 */
export function parseEnvelope(body: unknown): Envelope | undefined {
  // Most other strings need not be parsed. Names in a string are literal unless it has an escape.
  if (typeof body === "string" && !/"param"|\\u/.test(body)) return undefined;
  return tryOr(() => readEnvelope(typeof body === "string" ? parse(body) : body), undefined);
}

function readEnvelope(body: unknown): Envelope | undefined {
  if (!isRecord(body) || !Object.hasOwn(body, "error")) return undefined;
  const { error: value, ...rest } = body;
  const error = readErrorObject(value);
  if (error === undefined) return undefined;
  if (Object.keys(rest).some((name) => name !== "detail")) return undefined;
  const detail = Object.hasOwn(rest, "detail") ? rest["detail"] : undefined;
  if (detail === undefined) return { error };
  return typeof detail === "string" ? { error, detail } : undefined;
}
