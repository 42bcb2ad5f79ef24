import { peek } from "../untrusted/peek.ts";
import { type Made, madeOf } from "./made.ts";

/** More than a process makes between a `throw` and its answer, unless something else catches them. */
const MAX_UNANSWERED = 16;

/** The last errors of catalogs that no contract has answered yet, the latest last. It keeps none of them alive. */
const unanswered: Made[] = [];

/** Remembers for a while that an error was made, so that one which something else answers can be told of. */
export function noteMade(made: Made): void {
  if (unanswered.length >= MAX_UNANSWERED) unanswered.shift();
  unanswered.push(made);
}

/** Forgets an error that reached a contract. */
export function forgetMade(error: unknown): void {
  const made = madeOf(error);
  if (made === undefined) return;
  const index = unanswered.lastIndexOf(made);
  if (index < 0) return;
  if (index === unanswered.length - 1) unanswered.pop();
  else unanswered.splice(index, 1);
}

/**
 * The code of the last error that was made since a moment and reached no contract. It is then forgotten. Many requests may run
 * at once, so it must be told by its text in what was written, unless it is known that errors get lost here.
 */
export function unansweredSince(moment: number, body: string, isLossy: boolean): string | undefined {
  const index = unanswered.findLastIndex((one) => one.at >= moment && (isLossy || body.includes(one.message)));
  return index < 0 ? undefined : unanswered.splice(index, 1)[0]?.code;
}

/** Where all copies of this package note the error that was last written as JSON. */
const SERIALIZED = Symbol.for("@uhp-errors/core/serialized");

/** Notes that an error is being written as JSON: handed to `response.json`, it would leave as the body of a success. */
export function noteSerialized(error: object): void {
  const made = madeOf(error);
  const isUnanswered = made !== undefined && unanswered.includes(made);
  Reflect.set(globalThis, SERIALIZED, isUnanswered ? { error: new WeakRef(error), at: made.at } : undefined);
}

/**
 * The error of which a text is the JSON, when it was the last one to be written so and was made since a moment: an error that
 * somebody keeps and lists is no mistake.
 */
export function serializedAs(text: string, since: number): unknown {
  const last: unknown = peek(globalThis, SERIALIZED);
  if (last === undefined) return undefined;
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
