import type { CodeDefinition } from "../codes/index.ts";
import type { JsonObject } from "./detail.ts";
import type { Relayed } from "./relayed.ts";

/** What was checked of an error when a catalog of this copy of the package made it. */
export interface Made {
  readonly definition: CodeDefinition;
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly param: string | null;
  readonly detail: JsonObject | null;
  readonly retryAfter: number | undefined;
  readonly misuse: string | undefined;
  readonly relayed: Relayed | undefined;
  /** When it was made, in milliseconds of the monotonic clock. */
  readonly at: number;
  /** Whether it has reached a contract. */
  isAnswered: boolean;
}

/** Hands the object through, so that the class derived from it puts its private field on an object that exists. */
function given(object: object): object {
  return object;
}

const Given = given as unknown as new (object: object) => object;

/**
 * A private field on an error. No other code can read, copy, forge or inherit it: a proxy around the error does not have it, and
 * neither does what was made from the error by `Object.create` or from its fields. The class of the error does not name it,
 * so that its type is the same in all copies of this package.
 */
class Seal extends Given {
  readonly #made: Made;

  constructor(error: object, made: Made) {
    super(error);
    this.#made = made;
  }

  static of(value: object): Made | undefined {
    return #made in value ? value.#made : undefined;
  }
}

/** Remembers for the life of an error what was checked of it. */
export function seal(error: object, made: Made): void {
  new Seal(error, made);
}

/** What was checked of an error; `undefined` for anything that no catalog of this copy has made. Never throws. */
export function madeOf(value: unknown): Made | undefined {
  return typeof value === "object" && value !== null ? Seal.of(value) : undefined;
}

/**
 * The same, as long as the error still says what was checked: whoever has the error may have changed it, or put a getter in
 * place of a field. Never throws.
 */
export function unchangedMade(value: unknown): Made | undefined {
  const made = madeOf(value);
  if (made === undefined) return undefined;
  try {
    const { misuse, code, message, status, param, detail, retryAfter } = value as Readonly<Record<string, unknown>>;
    return misuse === made.misuse &&
      code === made.code &&
      message === made.message &&
      status === made.status &&
      param === made.param &&
      detail === made.detail &&
      retryAfter === made.retryAfter
      ? made
      : undefined;
  } catch {
    return undefined;
  }
}
