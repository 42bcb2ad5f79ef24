import { classesOf } from "./classes.ts";
import { inheritsError, isList, isNativeError, peek } from "./peek.ts";

/**
 * A thrown value, read once. Each field is read at most one time, so a getter cannot give one answer to a check and another
 * one to the code that relies on that check.
 */
export interface ThrownValue {
  /** The value itself, of which `peek` reads what lies below its fields. */
  readonly value: unknown;
  /** Whether it is a real error of any realm. JSON that was parsed never is. */
  readonly isNativeError: boolean;
  /** Whether it inherits from this realm's `Error`, as what a class of the old style makes does. */
  readonly inheritsError: boolean;
  readonly isList: boolean;
  /** The names of the classes that it is made from, the nearest first; `""` for one that has no name. */
  readonly classes: readonly string[];
  readonly name: unknown;
  readonly code: unknown;
  readonly status: unknown;
  readonly statusCode: unknown;
  /** `""` when it has no message, or one that is no text. */
  readonly message: string;
  /** Any field. It is read when it is first asked for; `undefined` when it cannot be read. Never throws. */
  readonly field: (key: PropertyKey) => unknown;
}

/** Reads any field of a thrown value, each when it is first asked for and never again. */
export type FieldReader = ThrownValue["field"];

/** Stands for a field that was read as `undefined`. */
const NOTHING = Symbol("nothing");

/** Makes the reader of a thrown value's fields. Never throws, and neither does the reader. */
export function fieldReaderOf(value: unknown): FieldReader {
  const known = new Map<PropertyKey, unknown>();
  return (key) => {
    const read = known.get(key);
    if (read !== undefined) return read === NOTHING ? undefined : read;
    const first = peek(value, key);
    known.set(key, first === undefined ? NOTHING : first);
    return first;
  };
}

/**
 * Reads anything that was thrown, as safely as `peek` does. Never throws.
 *
 * @param field The reader of its fields, where some of them have been read.
 */
export function readThrown(value: unknown, field: FieldReader = fieldReaderOf(value)): ThrownValue {
  const message = field("message");
  return Object.freeze({
    value,
    isNativeError: isNativeError(value),
    inheritsError: inheritsError(value),
    isList: isList(value),
    classes: classesOf(value),
    name: field("name"),
    code: field("code"),
    status: field("status"),
    statusCode: field("statusCode"),
    message: typeof message === "string" ? message : "",
    field,
  });
}
