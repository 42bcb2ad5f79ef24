import type { CodeDefinition } from "../codes/index.ts";
import { privateStore } from "../http/private-store.ts";
import type { JsonObject } from "./detail.ts";
import type { Relayed } from "./relayed.ts";

/** The checked properties of an error that a catalog of this copy of the package made. */
export interface Made {
  readonly definition: CodeDefinition;
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly param: string | null;
  /** The detail as its author gave it, before a schema made something else of it. */
  readonly given: JsonObject | null;
  readonly detail: JsonObject | null;
  readonly retryAfter: number | undefined;
  /** The context as its author gave it. */
  readonly givenContext: JsonObject | undefined;
  readonly misuse: string | undefined;
  readonly relayed: Relayed | undefined;
  /** When it was made, in milliseconds of the monotonic clock. */
  readonly at: number;
  /** Whether a contract has received it; if none does by the end of the request, it is reported as unanswered. */
  isAnswered: boolean;
}

/**
 * The checked properties, for the error's lifetime. No other code can read, copy, forge or inherit them: a proxy around the error has none,
 * nor does an object made from the error by `Object.create` or from its fields. So the error's type is the same in all copies of this
 * package.
 */
const MADE = /* @__PURE__ */ privateStore<object, Made>();

/** Stores the checked properties of an error. */
export const noteChecked = (error: object, made: Made): void => MADE.setOnce(error, made);

/** Returns the checked properties of an error; `undefined` for any value that no catalog of this copy has made. Never throws. */
export function madeOf(value: unknown): Made | undefined {
  return typeof value === "object" && value !== null ? MADE.get(value) : undefined;
}

/**
 * Whether an error still has the values that a catalog has checked. Other code may have changed it, or replaced a field with a getter.
 * Never throws.
 */
export function isUnchanged(value: unknown, made: Made): boolean {
  try {
    const { misuse, code, message, status, param, detail, retryAfter } = value as Readonly<Record<string, unknown>>;
    return (
      misuse === made.misuse &&
      code === made.code &&
      message === made.message &&
      status === made.status &&
      param === made.param &&
      detail === made.detail &&
      retryAfter === made.retryAfter
    );
  } catch {
    return false;
  }
}
