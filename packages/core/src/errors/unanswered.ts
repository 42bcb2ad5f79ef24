import { peek } from "../untrusted/peek.ts";
import { type Made, madeOf } from "./made.ts";

/** More than a handler makes and then keeps to itself. */
const MAX_MADE = 16;

/** What a request remembers of the errors that it made. A base class, so that a request without any costs no object. */
export class MadeErrors {
  #made: Made[] | undefined;

  add(made: Made): void {
    this.#made ??= [];
    if (this.#made.length < MAX_MADE) this.#made.push(made);
  }

  /** Whether one of them has reached no contract so far. */
  get hasUnanswered(): boolean {
    return this.#made?.some((made) => !made.isAnswered) === true;
  }

  /** The last one that has reached no contract; `undefined` when there is none. All are forgotten. */
  takeUnanswered(): Made | undefined {
    const last = this.#made?.findLast((made) => !made.isAnswered);
    this.#made = undefined;
    return last;
  }
}

/** The request whose handler runs at this moment. */
let running: MadeErrors | undefined;

/**
 * Runs the handler of a request. What the handler makes before it first waits for anything is surely this request's. Later errors belong to
 * no request for sure, because other requests run in between.
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

/** Remembers an error with the request that makes it, where that is known for sure. */
export function noteMade(made: Made): void {
  running?.add(made);
}

/** Notes that an error reached a contract. */
export function noteAnswered(error: unknown): void {
  const made = madeOf(error);
  if (made !== undefined) made.isAnswered = true;
}

/** Where all copies of this package note the error that was last written as JSON. */
const SERIALIZED = Symbol.for("@uhp-errors/core/serialized");

/** Notes that an error is being written as JSON: handed to `response.json`, it would leave as the body of a success. */
export function noteSerialized(error: object): void {
  const made = madeOf(error);
  const isUnanswered = made?.isAnswered === false;
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
