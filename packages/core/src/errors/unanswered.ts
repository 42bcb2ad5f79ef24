import { tryOr } from "../untrusted/attempt.ts";
import { peek } from "../untrusted/peek.ts";
import { type Made, madeOf } from "./made.ts";

/** The maximum number of errors to remember. A handler makes fewer without throwing them. */
const MAX_MADE = 16;

const NONE: readonly Made[] = [];

/** Remembers the errors that a request made. It is a base class, so that a request without errors costs no extra object. */
export class MadeErrors {
  #made: Made[] | undefined;

  add(made: Made): void {
    this.#made ??= [];
    if (this.#made.length < MAX_MADE) this.#made.push(made);
  }

  /** Whether any of them has not reached a contract yet. */
  get hasUnanswered(): boolean {
    for (const { isAnswered } of this.#made ?? NONE) if (!isAnswered) return true;
    return false;
  }

  /** Returns the last one that has not reached a contract; `undefined` if there is none. All are forgotten. */
  takeUnanswered(): Made | undefined {
    const last = this.#made?.findLast((made) => !made.isAnswered);
    this.#made = undefined;
    return last;
  }
}

let running: MadeErrors | undefined;

/**
 * Runs a request's handler. Errors made before its first `await` certainly belong to this request; later ones cannot be attributed, because
 * other requests may run in between.
 */
export function runHandler<Result>(request: MadeErrors, handler: () => Result): Result {
  const outer = running;
  running = request;
  try {
    return handler();
  } finally {
    running = outer;
  }
}

/** Remembers an error for the request that makes it, if that request is known for certain. */
export function noteMade(made: Made): void {
  running?.add(made);
}

/** Notes that an error reached a contract. Returns what a catalog has checked of it; `undefined` if no catalog made it. */
export function noteAnswered(error: unknown): Made | undefined {
  const made = madeOf(error);
  if (made !== undefined) made.isAnswered = true;
  return made;
}

/** The key under which all copies of this package note the error that was last written as JSON. */
const SERIALIZED = Symbol.for("@uhp-errors/core/serialized");

/** Notes that an error is being written as JSON: if it were passed to `response.json`, it would be sent as the body of a success. */
export function noteSerialized(error: object): void {
  const made = madeOf(error);
  // Some settings of workerd have no weak references. There, no error is noted, because a strong one would keep it for ever.
  const isUnanswered = made?.isAnswered === false && typeof WeakRef === "function";
  Reflect.set(globalThis, SERIALIZED, isUnanswered ? { error: new WeakRef(error), at: made.at } : undefined);
}

/**
 * Returns the error whose JSON is `text`, if it was the last one written as JSON and was made at or after `since`. An error that a service
 * stores and lists is not a mistake.
 */
export function serializedAs(text: string, since: number): unknown {
  const last: unknown = peek(globalThis, SERIALIZED);
  // It runs for every replaced response, and an exception costs more than all the rest.
  if (last === undefined) return undefined;
  const error = tryOr(() => (peek(last, "error") as WeakRef<object>).deref(), undefined);
  if (!(Number(peek(last, "at")) >= since)) return undefined;
  if (!tryOr(() => JSON.stringify(JSON.parse(text)) === JSON.stringify(error), false)) return undefined;
  Reflect.set(globalThis, SERIALIZED, undefined);
  return error;
}
