import { isRecord } from "@uhp-errors/core/internal";

/** The parts of a request that differ between audits. */
export interface Ask {
  /** By default, `GET`. */
  readonly method?: string;
  /** Begins with a slash. Relative to the audited URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The value of `Authorization`. By default, the token; null for none. */
  readonly authorization?: string | null;
  /** The value of `UHP-Version`. By default, the audited version; null for none. */
  readonly version?: string | null;
  readonly body?: string | FileBody;
  /** Whether only the head of the response is read. */
  readonly headOnly?: boolean;
  /** Reads a response that may not end, until one of its lines begins with a colon, for at most this many seconds. */
  readonly commentWithin?: number;
  /** The bytes of the whole request, for a raw socket. The fields above are then not used. */
  readonly raw?: string;
}

export interface FileBody {
  readonly field: string;
  readonly bytes: number;
}

export interface Answer {
  readonly ask: Ask;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The body as a string. Bytes that are not UTF-8 become U+FFFD. */
  readonly text: string;
  /** Why the body is incomplete. Continues a sentence that begins with "The body". */
  readonly cut?: string;
}

/** The parts of an error response that the rules about all errors judge. */
export interface JudgedResponse extends Pick<Answer, "status" | "bytes" | "cut"> {
  readonly headers: Pick<Headers, "get">;
}

export function isError({ status }: Answer): boolean {
  return status >= 400;
}

/** The JSON object in a body, or what is wrong with it. */
export type Body = { readonly value: Readonly<Record<string, unknown>> } | { readonly fault: string };

/** Reads a body as a JSON object. Never throws. */
export function readBody({ bytes, cut }: Pick<Answer, "bytes" | "cut">): Body {
  if (cut !== undefined) return { fault: `The body ${cut}.` };
  if (bytes.length === 0) return { fault: "The body is empty." };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { fault: "The body is not valid UTF-8." };
  }
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { value } : { fault: "The body is JSON, but not an object." };
  } catch {
    return { fault: "The body is not JSON." };
  }
}

/** Returns the object under `error`; `undefined` if there is none. Never throws. */
export function errorIn(answer: Pick<Answer, "bytes" | "cut">): Readonly<Record<string, unknown>> | undefined {
  const body = readBody(answer);
  const error = "value" in body ? own(body.value, "error") : undefined;
  return isRecord(error) ? error : undefined;
}

/** Returns a field of the object under `error`; `undefined` if there is none. Never throws. */
export function errorField(answer: Pick<Answer, "bytes" | "cut">, name: string): unknown {
  return own(errorIn(answer) ?? {}, name);
}

/** Returns an own field of a parsed object. */
export function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/**
 * Writes a value of the response for a sentence. The value is not shortened, because part of a token would not be
 * recognized as one. Never throws.
 */
export function quoted(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "nothing";
  } catch {
    // JSON.parse accepts values that are nested deeper than JSON.stringify can write.
    return "a value that is nested too deep";
  }
}
