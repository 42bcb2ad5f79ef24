import { peek } from "../untrusted/peek.ts";

/** An error of a catalog that no contract has answered yet. */
interface Made {
  readonly error: WeakRef<object>;
  readonly code: string;
  readonly message: string;
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
}

/** More than a process makes between a `throw` and its answer, unless something else catches them. */
const MAX_MADE = 16;

const made: Made[] = [];

/** Remembers for a while that an error was made, so that one which something else answers can be told of. */
export function noteMade(error: object, code: string, message: string): void {
  if (made.length >= MAX_MADE) made.shift();
  made.push({ error: new WeakRef(error), code, message, at: performance.now() });
}

/** Forgets an error that reached a contract. */
export function forgetMade(error: unknown): void {
  const index = made.findLastIndex((one) => one.error.deref() === error);
  if (index >= 0) made.splice(index, 1);
}

/**
 * The code of the last error that was made since a moment and reached no contract. It is then forgotten. Many requests may run
 * at once, so it must be told by its text in what was written, unless it is known that errors get lost here.
 */
export function unansweredSince(moment: number, body: string, isLossy: boolean): string | undefined {
  const index = made.findLastIndex((one) => one.at >= moment && (isLossy || body.includes(one.message)));
  return index < 0 ? undefined : made.splice(index, 1)[0]?.code;
}

/** Where all copies of this package note the error that was last written as JSON. */
const SERIALIZED = Symbol.for("@uhp-errors/core/serialized");

/** Notes that an error is being written as JSON: handed to `response.json`, it would leave as the body of a success. */
export function noteSerialized(error: object): void {
  const at = made.findLast((one) => one.error.deref() === error)?.at;
  Reflect.set(globalThis, SERIALIZED, at === undefined ? undefined : { error: new WeakRef(error), at });
}

/**
 * The error of which a text is the JSON, when it was the last one to be written so and was made since a moment: an error that
 * somebody keeps and lists is no mistake.
 */
export function serializedAs(text: string, since: number): unknown {
  const last: unknown = peek(globalThis, SERIALIZED);
  const noted: unknown = peek(last, "error");
  const error = noted instanceof WeakRef ? (noted.deref() as unknown) : undefined;
  if (error === undefined || !(Number(peek(last, "at")) >= since)) return undefined;
  try {
    if (JSON.stringify(JSON.parse(text)) !== JSON.stringify(error)) return undefined;
  } catch {
    return undefined;
  }
  Reflect.set(globalThis, SERIALIZED, undefined);
  return error;
}
