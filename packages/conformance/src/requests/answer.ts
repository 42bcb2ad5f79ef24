/** A request, before what all have in common is added. */
export interface Ask {
  /** `GET` when left out. */
  readonly method?: string;
  /** Begins with a slash; relative to the audited URL. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The value of `Authorization`: the token's when left out, none for `null`. */
  readonly authorization?: string | null;
  /** The value of `UHP-Version`: the audited version when left out, none for `null`. */
  readonly version?: string | null;
  readonly body?: string | FileBody;
  /** Whether only the head of the answer is looked at. */
  readonly headOnly?: boolean;
  /** Reads an answer that need not end: until a line of it begins with a colon, for so many seconds at most. */
  readonly commentWithin?: number;
  /** The bytes of the whole request, for a raw socket. Nothing of the above is then sent. */
  readonly raw?: string;
}

/** A form with one file of so many bytes. */
export interface FileBody {
  readonly field: string;
  readonly bytes: number;
}

/** What came back, as far as it was read. */
export interface Answer {
  readonly ask: Ask;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The body as a string; bytes that are no UTF-8 are U+FFFD. */
  readonly text: string;
  /** Why the body is not whole, to follow "The body". */
  readonly cut?: string;
}

/** Whether an answer is an error. */
export function isError({ status }: Answer): boolean {
  return status >= 400;
}

/** What a body says. */
export type Body = { readonly value: Readonly<Record<string, unknown>> } | { readonly fault: string };

/** Reads a body as a JSON object. Never throws. */
export function bodyOf({ bytes, cut }: Answer): Body {
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

/** The object under `error`; `undefined` where there is none. Never throws. */
export function errorIn(answer: Answer): Readonly<Record<string, unknown>> | undefined {
  const body = bodyOf(answer);
  const error = "value" in body ? own(body.value, "error") : undefined;
  return isRecord(error) ? error : undefined;
}

/** An own field of what was parsed. */
export function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value of the answer's, for a sentence. Whole, because a part of a token would not be known as one. Never throws. */
export function quoted(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "nothing";
  } catch {
    // What JSON.parse read may be nested deeper than what can be written.
    return "a value that is nested too deep";
  }
}
