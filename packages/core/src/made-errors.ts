import { peek } from "./sanitize/peek.ts";

/** An error of a catalog that no contract has answered yet. */
interface Made {
  readonly error: WeakRef<object>;
  readonly code: string;
  readonly status: number;
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
}

/** More than a process makes between a `throw` and its answer, unless something else catches them. */
const MAX_MADE = 16;

const made: Made[] = [];

/** Remembers for a while that an error was made, so that one which something else answers can be told of. */
export function noteMade(error: object, code: string, status: number): void {
  if (made.length >= MAX_MADE) made.shift();
  made.push({ error: new WeakRef(error), code, status, at: performance.now() });
}

/** Forgets an error that reached a contract. */
export function forgetMade(error: unknown): void {
  const index = made.findLastIndex((one) => one.error.deref() === error);
  if (index >= 0) made.splice(index, 1);
}

/** The code of the last error with a status that was made since a moment and reached no contract. It is then forgotten. */
export function unansweredSince(moment: number, status: number): string | undefined {
  const index = made.findLastIndex((one) => one.status === status && one.at >= moment);
  return index < 0 ? undefined : made.splice(index, 1)[0]?.code;
}

/** Where all copies of this package note the error that was last written as JSON. */
const SERIALIZED = Symbol.for("@uhp-errors/core/serialized");

/** Notes that an error is being written as JSON: handed to `response.json`, it would leave as the body of a success. */
export function noteSerialized(error: object): void {
  Reflect.set(globalThis, SERIALIZED, new WeakRef(error));
}

/** The error of which a text is the JSON, when it was the last one to be written so. */
export function serializedAs(text: string): unknown {
  const last: unknown = peek(globalThis, SERIALIZED);
  const error = last instanceof WeakRef ? (last.deref() as unknown) : undefined;
  if (error === undefined) return undefined;
  try {
    if (JSON.stringify(JSON.parse(text)) !== JSON.stringify(error)) return undefined;
  } catch {
    return undefined;
  }
  Reflect.set(globalThis, SERIALIZED, undefined);
  return error;
}
